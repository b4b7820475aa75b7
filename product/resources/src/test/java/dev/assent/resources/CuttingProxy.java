package dev.assent.resources;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A proxy between a pool and its server. It passes on everything, except for the COMMITs that a test makes it lose.
 *
 * <p>Thread safety: safe to share.
 */
final class CuttingProxy implements AutoCloseable {
    /** What becomes of a COMMIT. */
    enum Loss {
        /** It arrives and is done, and the answer is lost. */
        ANSWER,
        /** It does not arrive, and the server learns that the client is gone. */
        COMMIT,
        /** It does not arrive, and the server waits for it. */
        COMMIT_UNNOTICED
    }

    /** Runs before the client learns that its connection is gone. */
    interface Meanwhile {
        void run() throws Exception;
    }

    private record Order(Loss loss, Meanwhile meanwhile) {}

    private static final String COMMIT = "COMMIT\0";

    private final int serverPort;
    private final ServerSocket listening;
    private final List<Closeable> open = new CopyOnWriteArrayList<>();
    private final AtomicReference<Order> order = new AtomicReference<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean isLost;

    CuttingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** How many connections were made. */
    int connections() {
        return connections.get();
    }

    /** Whether a COMMIT was lost, and the client has learned that its connection is gone. */
    boolean hasLost() {
        return isLost;
    }

    /** The next COMMIT is lost. */
    void lose(Loss loss, Meanwhile meanwhile) {
        order.set(new Order(loss, meanwhile));
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                open.add(client);
                connections.incrementAndGet();
                start(() -> serve(client));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket client) {
        Socket server = new Socket();
        AtomicBoolean mute = new AtomicBoolean();
        open.add(server);
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
            Thread answering = start(() -> answer(server, client, mute));
            ask(client, server, mute, answering);
        } catch (IOException | InterruptedException gone) {
            close(client);
            close(server);
        }
    }

    private void ask(Socket client, Socket server, AtomicBoolean mute, Thread answering)
            throws IOException, InterruptedException {
        byte[] buffer = new byte[1 << 16];
        InputStream in = client.getInputStream();
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            boolean isCommit = new String(buffer, 0, count, StandardCharsets.ISO_8859_1).contains(COMMIT);
            Order now = isCommit ? order.getAndSet(null) : null;
            if (now == null) {
                server.getOutputStream().write(buffer, 0, count);
                continue;
            }
            mute.set(true);
            if (now.loss() == Loss.ANSWER) {
                server.getOutputStream().write(buffer, 0, count);
            }
            if (now.loss() != Loss.COMMIT_UNNOTICED) {
                server.shutdownOutput();
                answering.join(); // the server has worked off what it got, and has closed its end
            }
            run(now.meanwhile());
            close(client);
            isLost = true;
            return;
        }
        close(server);
    }

    private static void run(Meanwhile meanwhile) {
        try {
            meanwhile.run();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Nothing is handed back from the moment on when it is mute, not even that the server has ended. */
    private void answer(Socket server, Socket client, AtomicBoolean mute) {
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = server.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (!mute.get()) {
                    client.getOutputStream().write(buffer, 0, count);
                }
            }
        } catch (IOException gone) {
            // as at its end
        }
        close(server);
        if (!mute.get()) {
            close(client);
        }
    }

    private static void close(Closeable each) {
        try {
            each.close();
        } catch (IOException gone) {
            // as wanted
        }
    }

    @Override
    public void close() {
        close(listening);
        open.forEach(CuttingProxy::close);
    }
}
