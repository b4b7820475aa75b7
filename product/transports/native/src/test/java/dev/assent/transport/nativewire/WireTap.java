package dev.assent.transport.nativewire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A relay between a client and a server that passes on every byte, and keeps a copy: all that is on the wire, in both
 * directions. Two threads for each connection.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class WireTap implements AutoCloseable {
    private final int target;
    private final ServerSocket server;
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ByteArrayOutputStream asked = new ByteArrayOutputStream();
    private final ByteArrayOutputStream answered = new ByteArrayOutputStream();
    private int connections;

    /** In front of a port of this machine. */
    WireTap(int target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        start(this::accept);
    }

    private synchronized void start(Runnable work) {
        Thread made = new Thread(work, "tap");
        made.setDaemon(true);
        threads.add(made);
        made.start();
    }

    private void accept() {
        while (true) {
            try {
                connect(server.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket from) throws IOException {
        Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
        from.setTcpNoDelay(true);
        to.setTcpNoDelay(true);
        synchronized (this) {
            connections++;
            sockets.add(from);
            sockets.add(to);
        }
        start(() -> pump(from, to, asked));
        start(() -> pump(to, from, answered));
    }

    /** Keeps bytes before it passes them on, so that a caller with an answer finds the question here. */
    private static void pump(Socket from, Socket to, ByteArrayOutputStream kept) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                kept.write(buffer, 0, count);
                out.write(buffer, 0, count);
            }
        } catch (IOException over) {
            // one of the two has ended it
        }
    }

    /** Where to connect to. */
    int port() {
        return server.getLocalPort();
    }

    /** How often somebody has connected. */
    synchronized int connections() {
        return connections;
    }

    /** The bytes that came from the client. */
    byte[] asked() {
        return asked.toByteArray();
    }

    /** The client's frames, if its bytes are those of a single plain connection. */
    List<byte[]> askedFrames() {
        return frames(asked());
    }

    /** The frames that went back. */
    List<byte[]> answeredFrames() {
        return frames(answered.toByteArray());
    }

    private static List<byte[]> frames(byte[] bytes) {
        List<byte[]> frames = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            byte[] frame = new byte[Integer.BYTES + in.getInt(in.position())];
            in.get(frame);
            frames.add(frame);
        }
        return frames;
    }

    /** The kind of a frame. */
    static int kind(byte[] frame) {
        return frame[Integer.BYTES];
    }

    @Override
    public void close() throws Exception {
        server.close();
        List<Thread> all;
        synchronized (this) {
            for (Socket each : sockets) {
                each.close();
            }
            all = List.copyOf(threads);
        }
        for (Thread each : all) {
            each.join();
        }
    }
}
