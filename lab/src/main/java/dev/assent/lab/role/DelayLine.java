package dev.assent.lab.role;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One direction of a relayed connection. One thread takes the bytes that come, and notes the time at which they may go
 * on. Another thread waits for that time, and sends them on. The bytes under way are bounded: a sender of more waits,
 * as for a full network.
 *
 * <p>Thread safety: started once.
 */
final class DelayLine {
    private static final int CHUNK_BYTES = 16 * 1_024;
    private static final int CHUNKS_MAX = 1_024;

    private final Socket from;
    private final Socket to;
    private final long delayNanos;
    private final BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(CHUNKS_MAX);

    /**
     * Not started yet.
     *
     * @param from whose bytes go on
     * @param to where they go; its output is closed when no more come
     */
    DelayLine(Socket from, Socket to, Duration delay) {
        this.from = from;
        this.to = to;
        this.delayNanos = delay.toNanos();
    }

    /**
     * Bytes that came together.
     *
     * @param bytes none when it is the end
     * @param due when it may go on, by {@link System#nanoTime}
     */
    private record Chunk(byte[] bytes, long due) {
        boolean isEnd() {
            return bytes.length == 0;
        }
    }

    /** Starts both threads. The result completes when there is no more to send on. */
    CompletableFuture<Void> start() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        inThread("relay-in", this::take);
        inThread("relay-out", () -> {
            give();
            ended.complete(null);
        });
        return ended;
    }

    static void inThread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void take() {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            InputStream in = from.getInputStream();
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                pass(Arrays.copyOf(buffer, count));
            }
        } catch (IOException broken) {
            // as good as its end
        }
        pass(new byte[0]);
    }

    private void pass(byte[] bytes) {
        try {
            underWay.put(new Chunk(bytes, System.nanoTime() + delayNanos));
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }

    private void give() {
        try {
            OutputStream out = to.getOutputStream();
            for (Chunk next = awaitNext(); !next.isEnd(); next = awaitNext()) {
                out.write(next.bytes());
            }
            to.shutdownOutput();
        } catch (IOException | InterruptedException broken) {
            stopTaking();
        }
    }

    private Chunk awaitNext() throws InterruptedException {
        Chunk next = underWay.take();
        for (long left = next.due() - System.nanoTime(); left > 0; left = next.due() - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
        return next;
    }

    /** So that the sender learns that no process receives. */
    private void stopTaking() {
        try {
            from.close();
        } catch (IOException closed) {
            // that was the aim
        }
        underWay.clear();
    }
}
