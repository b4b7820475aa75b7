package dev.assent.lab.transport;

import dev.assent.AssentConfig;
import dev.assent.remote.CallTransaction;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * As many bytes as the values of a result have, for one byte that asks for them, and nothing else: what TCP and the system
 * cost, so that no call over TCP can cost less. The client does not read values out of them, but has them already: it calls
 * interfaces with {@link Constants}, and no others.
 */
public final class TcpLabTransport implements LabTransport {
    private static final int BACKLOG = 50;

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public String title() {
        return "raw TCP";
    }

    @Override
    public boolean hasTransactions() {
        return false;
    }

    /** The results of an interface's methods, by their numbers, and how many bytes each has. Immutable. */
    private record Values(List<Object> all, int[] bytes) {
        /** The values of an object that has them. */
        static Values of(RemoteMethods methods, Object object) throws ReflectiveOperationException {
            List<Object> all = new ArrayList<>();
            for (Method each : methods.all()) {
                all.add(each.invoke(object));
            }
            int[] bytes = new int[all.size()];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = ValueBytes.of(all.get(i));
            }
            return new Values(all, bytes);
        }

        byte[] buffer() {
            return new byte[Arrays.stream(bytes).max().orElse(0)];
        }
    }

    @Override
    public LabServer serve(AssentConfig config, Endpoint endpoint) throws IOException {
        TcpServer server = new TcpServer(
                new ServerSocket(endpoint.port(), BACKLOG, InetAddress.getByName(endpoint.listens())),
                endpoint.reached());
        inThread(server::accept);
        return server;
    }

    private static void inThread(Runnable work) {
        Thread thread = new Thread(work, "tcp");
        thread.setDaemon(true);
        thread.start();
    }

    /** It has one object, since nothing that goes over a connection says which is meant. */
    private static final class TcpServer implements LabServer {
        private final ServerSocket listening;
        private final String reached;
        private volatile @Nullable Values values;

        TcpServer(ServerSocket listening, String reached) {
            this.listening = listening;
            this.reached = reached;
        }

        @Override
        public String address() {
            return reached + ":" + listening.getLocalPort();
        }

        @Override
        public <T> void export(String name, Class<T> type, T object, CallTransaction attribute)
                throws ReflectiveOperationException {
            if (type.isAnnotationPresent(Constants.class)) {
                values = Values.of(RemoteMethods.of(type), object);
            }
        }

        private void accept() {
            try {
                while (true) {
                    Socket connection = listening.accept();
                    inThread(() -> answer(connection));
                }
            } catch (IOException closed) {
                // no more clients come
            }
        }

        private void answer(Socket connection) {
            Values sent = values;
            if (sent == null) {
                throw new IllegalStateException("nothing is exported whose values are known");
            }
            try (connection) {
                connection.setTcpNoDelay(true);
                InputStream in = connection.getInputStream();
                OutputStream out = connection.getOutputStream();
                byte[] bytes = sent.buffer();
                for (int asked = in.read(); asked >= 0; asked = in.read()) {
                    out.write(bytes, 0, sent.bytes()[asked]);
                }
            } catch (IOException gone) {
                // so is its client
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    @Override
    public LabClient connect(String coordinator) {
        return new TcpClient(new ConcurrentLinkedQueue<>());
    }

    /** Each object has a connection of its own. */
    private record TcpClient(Queue<Socket> open) implements LabClient {
        @Override
        public <T> T connect(String server, String name, Class<T> type) throws Exception {
            @Nullable Constants constants = type.getAnnotation(Constants.class);
            if (constants == null) {
                throw new UnsupportedOperationException("raw TCP does no work; of '" + name + "' it knows no values");
            }
            RemoteMethods methods = RemoteMethods.of(type);
            Values values =
                    Values.of(methods, constants.value().getConstructor().newInstance());
            int colon = server.lastIndexOf(':');
            Socket socket = new Socket();
            open.add(socket);
            socket.setTcpNoDelay(true);
            socket.connect(
                    new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))));
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            byte[] received = values.buffer();
            return methods.proxy(type, (method, arguments) -> {
                int bytes = values.bytes()[method];
                out.write(method);
                if (in.readNBytes(received, 0, bytes) < bytes) {
                    throw new EOFException("the server has closed the connection");
                }
                return values.all().get(method);
            });
        }

        @Override
        public void close() throws IOException {
            for (Socket each : open) {
                each.close();
            }
        }
    }
}
