package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The frames that wait to be written to a connection. The first thread that comes writes, also the frames that other
 * threads add meanwhile: many frames go by one system call, a few each at once. No thread waits.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Outlet {
    /** The most bytes that are gathered for one write. */
    private static final int BATCH_BYTES = 1 << 17;

    private final Transfer transfer;
    private final Writing writing;
    private final Queue<Item> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();

    /** How many writes were requested since a thread began to write. */
    private final AtomicInteger asked = new AtomicInteger();

    /** The frames that are being written; used by the writing thread. */
    private final ArrayDeque<ByteBuffer> batch = new ArrayDeque<>();

    private long batchBytes;

    /** Whether a write has failed, so that it is unknown how much of it was written. */
    private volatile boolean isTorn;

    /** A frame and its sender. */
    private record Item(Frame frame, @Nullable Sender sender) {}

    /** Asked when the first byte of a frame is about to be written. */
    @FunctionalInterface
    interface Sender {
        /** Claims the frame for the wire; false if it is not to be written any more. */
        boolean claimSend();
    }

    /** Hears how the writing goes. */
    interface Writing {
        /** The socket takes no more for now. */
        void blocked();

        /** All is written. */
        void written();

        /** The connection is broken. */
        void broken(IOException cause);
    }

    Outlet(Transfer transfer, Writing writing) {
        this.transfer = transfer;
        this.writing = writing;
    }

    /** How many bytes wait. */
    long queuedBytes() {
        return queuedBytes.get();
    }

    /** Adds a frame behind all earlier ones; the caller must call {@link #drain}. */
    void add(Frame frame, @Nullable Sender sender) {
        queuedBytes.addAndGet(frame.size());
        queue.add(new Item(frame, sender));
    }

    /** Writes all frames, unless another thread is writing. */
    void drain() {
        if (asked.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            try {
                if (writeAll()) {
                    writing.written();
                } else {
                    writing.blocked();
                }
            } catch (IOException broken) {
                writing.broken(broken);
            } catch (Throwable failed) { // such as out of memory: it is unknown which bytes were written
                tear(failed);
                return;
            }
            seen = asked.addAndGet(-seen);
        } while (seen != 0);
    }

    private void tear(Throwable failed) {
        isTorn = true; // first, since after the next line another thread may write
        asked.set(0); // if the next line fails, too, the next writer breaks the connection
        writing.broken(new IOException(failed));
    }

    private boolean writeAll() throws IOException {
        if (isTorn) {
            throw new IOException("a frame was written in part");
        }
        do {
            if (!transfer.write(batch)) {
                return false;
            }
            queuedBytes.addAndGet(-batchBytes);
            batchBytes = 0;
        } while (gather());
        return true;
    }

    private boolean gather() {
        while (batchBytes < BATCH_BYTES) {
            Item item = queue.poll();
            if (item == null) {
                break;
            }
            if (item.sender() == null || item.sender().claimSend()) {
                slice(item.frame().buffer());
                batchBytes += item.frame().size();
            } else {
                queuedBytes.addAndGet(-item.frame().size());
            }
        }
        return batchBytes > 0;
    }

    /** Writes in pieces, since for each thread the JDK keeps a buffer as large as its largest write. */
    private void slice(ByteBuffer frame) {
        while (frame.remaining() > BATCH_BYTES) {
            batch.add(frame.slice().limit(BATCH_BYTES));
            frame.position(frame.position() + BATCH_BYTES);
        }
        batch.add(frame);
    }
}
