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
 * What a connection is to send. Whoever comes first writes, and takes along what others add meanwhile, so that many
 * frames go by one system call when there are many, and each at once when there are few. Nobody waits.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Outlet {
    /** More is not gathered for one write. */
    private static final int BATCH_BYTES = 1 << 17;

    private final Transfer transfer;
    private final Writing writing;
    private final Queue<Item> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();

    /** How often a write was asked for since nobody was writing. */
    private final AtomicInteger asked = new AtomicInteger();

    /** What is being written; of who is writing. */
    private final ArrayDeque<ByteBuffer> batch = new ArrayDeque<>();

    private long batchBytes;

    /** Whether something was written, or not, and nobody knows how much. */
    private volatile boolean isTorn;

    /** A frame, and whose it is. */
    private record Item(Frame frame, @Nullable Sender sender) {}

    /** Who is told when the first byte of a frame is about to go. */
    @FunctionalInterface
    interface Sender {
        /** Whether it is to go still. */
        boolean isSent();
    }

    /** What is told how the writing goes. */
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

    /** Adds a frame, which is in the order of its like from now on; {@link #drain} must follow. */
    void add(Frame frame, @Nullable Sender sender) {
        queuedBytes.addAndGet(frame.size());
        queue.add(new Item(frame, sender));
    }

    /** Writes what there is, unless somebody is at it. */
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
            } catch (Throwable failed) { // such as for want of memory: nobody knows which bytes have gone
                tear(failed);
                return;
            }
            seen = asked.addAndGet(-seen);
        } while (seen != 0);
    }

    private void tear(Throwable failed) {
        isTorn = true; // first, since another thread writes as soon as nobody does
        asked.set(0); // who comes next ends it, should this fail, too
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
            if (item.sender() == null || item.sender().isSent()) {
                slice(item.frame().buffer());
                batchBytes += item.frame().size();
            } else {
                queuedBytes.addAndGet(-item.frame().size());
            }
        }
        return batchBytes > 0;
    }

    /** In pieces, since the JDK keeps a copy as large as what is written at once, for each thread. */
    private void slice(ByteBuffer frame) {
        while (frame.remaining() > BATCH_BYTES) {
            batch.add(frame.slice().limit(BATCH_BYTES));
            frame.position(frame.position() + BATCH_BYTES);
        }
        batch.add(frame);
    }
}
