package dev.assent.lab.wire;

import dev.assent.core.AssentConfig;
import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.bean.DataSet;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.bean.Payloads;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * As many bytes as the values of a result have, for one byte that asks for them, and nothing else: what TCP and the system
 * cost, so that no call over TCP can cost less. The client does not read values out of them.
 */
public final class TcpWire implements LabTransport {
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

    @Override
    public Host serve(AssentConfig config, Place place) throws IOException {
        ServerSocket listening = new ServerSocket(place.port(), BACKLOG, InetAddress.getByName(place.listens()));
        inThread(() -> accept(listening));
        return new Host() {
            @Override
            public String address() {
                return place.reached() + ":" + listening.getLocalPort();
            }

            @Override
            public void export(Payloads payloads) {
                // it sends as many bytes, whatever they are
            }

            @Override
            public void export(Account account, boolean isTransactional) {
                // it does no work
            }

            @Override
            public void close() throws IOException {
                listening.close();
            }
        };
    }

    private static void inThread(Runnable work) {
        Thread thread = new Thread(work, "tcp");
        thread.setDaemon(true);
        thread.start();
    }

    private static void accept(ServerSocket listening) {
        try {
            while (true) {
                Socket connection = listening.accept();
                inThread(() -> serve(connection));
            }
        } catch (IOException closed) {
            // nobody comes any more
        }
    }

    private static void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = connection.getInputStream();
            OutputStream out = connection.getOutputStream();
            Payload[] all = Payload.values();
            byte[] bytes = new byte[10_000];
            for (int asked = in.read(); asked >= 0; asked = in.read()) {
                out.write(bytes, 0, all[asked].bytes());
            }
        } catch (IOException gone) {
            // so is its client
        }
    }

    @Override
    public Guest connect(String coordinator) {
        return new Guest() {
            private @Nullable Bytes open;

            @Override
            public Payloads payloads(String server, boolean isTransactional) throws IOException {
                Bytes opened = new Bytes(server);
                open = opened;
                return opened;
            }

            @Override
            public Account account(String server, boolean isTransactional) {
                throw new UnsupportedOperationException("raw TCP does no work");
            }

            @Override
            public void close() throws IOException {
                if (open != null) {
                    open.socket.close();
                }
            }
        };
    }

    /** A connection for one thread. */
    private static final class Bytes implements Payloads {
        private final ConstantPayloads values = new ConstantPayloads();
        private final byte[] received = new byte[10_000];
        private final Socket socket = new Socket();
        private final InputStream in;
        private final OutputStream out;

        Bytes(String server) throws IOException {
            int colon = server.lastIndexOf(':');
            socket.setTcpNoDelay(true);
            socket.connect(
                    new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))));
            in = socket.getInputStream();
            out = socket.getOutputStream();
        }

        private void ask(Payload payload) {
            try {
                out.write(payload.ordinal());
                if (in.readNBytes(received, 0, payload.bytes()) < payload.bytes()) {
                    throw new EOFException("the server has closed the connection");
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public int[] getInt100() {
            ask(Payload.INT_100);
            return values.getInt100();
        }

        @Override
        public double[] getDouble100() {
            ask(Payload.DOUBLE_100);
            return values.getDouble100();
        }

        @Override
        public String getString100() {
            ask(Payload.STRING_100);
            return values.getString100();
        }

        @Override
        public String getString1000() {
            ask(Payload.STRING_1000);
            return values.getString1000();
        }

        @Override
        public String getString10000() {
            ask(Payload.STRING_10000);
            return values.getString10000();
        }

        @Override
        public DataSet getDataSet() {
            ask(Payload.DATA_SET);
            return values.getDataSet();
        }

        @Override
        public DataSet[] getDataSet10() {
            ask(Payload.DATA_SET_10);
            return values.getDataSet10();
        }

        @Override
        public DataSet[] getDataSet100() {
            ask(Payload.DATA_SET_100);
            return values.getDataSet100();
        }

        @Override
        public DataSet[] getDistinct10() {
            ask(Payload.DISTINCT_10);
            return values.getDistinct10();
        }

        @Override
        public DataSet[] getDistinct100() {
            ask(Payload.DISTINCT_100);
            return values.getDistinct100();
        }
    }
}
