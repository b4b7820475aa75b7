package dev.assent.lab.ping;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Many calls in flight on one connection, without names, arguments or limits: the cost of a shared connection. One
 * thread reads the replies and wakes the callers that wait for them. Frames of many threads are written together.
 */
final class Multiplexer implements PingClient {
    /** Where in a frame it says which caller's it is, and after that which call of this one. */
    private static final int CALLER_AT = 4;

    private static final int CALL_AT = 8;
    private static final int READ_BYTES = Load.THREADS_MAX * Frames.BYTES;

    private final Socket socket;
    private final BatchWriter writer;
    private final Caller[] callers = new Caller[Load.THREADS_MAX];
    private final AtomicInteger opened = new AtomicInteger();
    private volatile @Nullable IOException failure;

    private Multiplexer(Socket socket) throws IOException {
        this.socket = socket;
        this.writer = new BatchWriter(socket.getOutputStream(), Load.THREADS_MAX);
        for (int i = 0; i < callers.length; i++) {
            callers[i] = new Caller(i);
        }
    }

    /** Whose thread that reads also answers, all that it has read by one write: the least that there can be. */
    static PingServer serve() throws IOException {
        return Acceptor.open(connection -> {
            OutputStream out = connection.getOutputStream();
            read(connection.getInputStream(), (bytes, frames) -> out.write(bytes, 0, frames * Frames.BYTES));
        });
    }

    /** A server whose worker threads answer, as they must if a call may block. */
    static PingServer serveByWorkers() throws IOException {
        ExecutorService workers = Executors.newFixedThreadPool(Load.THREADS_MAX, work -> {
            Thread thread = new Thread(work, "ping-worker");
            thread.setDaemon(true);
            return thread;
        });
        return Acceptor.open(connection -> {
            BatchWriter replies = new BatchWriter(connection.getOutputStream(), Load.THREADS_MAX);
            read(connection.getInputStream(), (bytes, frames) -> {
                for (int i = 0; i < frames; i++) {
                    byte[] frame = new byte[Frames.BYTES];
                    System.arraycopy(bytes, i * Frames.BYTES, frame, 0, frame.length);
                    workers.execute(() -> reply(replies, frame));
                }
            });
        });
    }

    private static void reply(BatchWriter replies, byte[] frame) {
        try {
            replies.write(frame);
        } catch (IOException gone) {
            // no caller waits for it
        }
    }

    /** Takes frames in. */
    @FunctionalInterface
    private interface Batch {
        /** Takes whole frames, from the beginning of the read bytes. */
        void take(byte[] bytes, int frames) throws IOException;
    }

    private static void read(InputStream in, Batch batch) throws IOException {
        byte[] bytes = new byte[READ_BYTES];
        int length = 0;
        while (true) {
            int read = in.read(bytes, length, bytes.length - length);
            if (read < 0) {
                throw new EOFException("the other side has closed the connection");
            }
            length += read;
            int frames = length / Frames.BYTES;
            batch.take(bytes, frames);
            int taken = frames * Frames.BYTES;
            System.arraycopy(bytes, taken, bytes, 0, length - taken);
            length -= taken;
        }
    }

    static PingClient connect(String port) throws IOException {
        Multiplexer multiplexer = new Multiplexer(Frames.connect(port));
        Thread reader = new Thread(multiplexer::readReplies, "ping-reader");
        reader.setDaemon(true);
        reader.start();
        return multiplexer;
    }

    private void readReplies() {
        try {
            read(socket.getInputStream(), (bytes, frames) -> {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                for (int at = 0; at < frames * Frames.BYTES; at += Frames.BYTES) {
                    callers[buffer.getInt(at + CALLER_AT)].answered(buffer.getLong(at + CALL_AT));
                }
            });
        } catch (IOException e) {
            failure = e;
            for (Caller each : callers) {
                LockSupport.unpark(each.thread);
            }
        }
    }

    /** One thread's calls. */
    private final class Caller implements Pinger {
        private final byte[] frame = new byte[Frames.BYTES];
        private final ByteBuffer buffer = ByteBuffer.wrap(frame);
        private long call;
        private volatile @Nullable Thread thread;
        private volatile long answered;

        Caller(int number) {
            buffer.putInt(0, Frames.BYTES);
            buffer.putInt(CALLER_AT, number);
        }

        @Override
        public void begin() {
            thread = Thread.currentThread();
        }

        @Override
        public void ping() throws IOException {
            buffer.putLong(CALL_AT, ++call);
            writer.write(frame);
            while (answered != call) {
                IOException failed = failure;
                if (failed != null) {
                    throw new IOException("no reply will come", failed);
                }
                LockSupport.park(this);
            }
        }

        void answered(long number) {
            answered = number;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public Pinger open() {
        return callers[opened.getAndIncrement()];
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
