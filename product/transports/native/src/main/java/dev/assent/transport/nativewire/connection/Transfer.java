package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.WireException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Moves bytes to a socket and from it, and never waits. One thread reads at a time, one writes; any may close it. */
public interface Transfer extends Closeable {
    /** Reads what is there; -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /**
     * Writes what the socket takes now, from the first buffer on; removes buffers that are written. True when all is
     * written.
     */
    boolean write(ArrayDeque<ByteBuffer> from) throws IOException;

    /** Whether more may be read although the socket reports nothing. */
    default boolean isHolding() {
        return false;
    }

    /** How many bytes that have come are kept here because they can't be read yet. */
    default int keptBytes() {
        return 0;
    }

    /** Whether reading must wait until something is written. */
    default boolean isStalled() {
        return false;
    }

    /** Whether that is written, so that reading can go on; called by the writing thread. */
    default boolean isStallOver() {
        return false;
    }

    /** Whether any thread may read, one at a time, since nothing is kept for each reading thread. */
    default boolean isReadByAny() {
        return false;
    }

    /** Sets the action for when there is something to write that no caller has sent. */
    default void whenToWrite(Runnable drain) {}

    /** The content of the other side's certificate; null if there is none. */
    default @Nullable Certified certified() throws WireException {
        return null;
    }

    /** Bytes without protection. */
    final class Plain implements Transfer {
        private static final int GATHERED_BYTES = 1 << 13;

        /** Small frames are gathered into one write, which costs less than passing each to the system. */
        private static final ThreadLocal<ByteBuffer> GATHERED =
                ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(GATHERED_BYTES));

        private final SocketChannel channel;

        Plain(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public boolean isReadByAny() {
            return true;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return channel.read(into);
        }

        @Override
        public boolean write(ArrayDeque<ByteBuffer> from) throws IOException {
            int taken = 1;
            while (!from.isEmpty() && taken > 0) {
                ByteBuffer first = from.getFirst();
                boolean isAlone = from.size() == 1 || first.remaining() >= GATHERED_BYTES;
                taken = channel.write(isAlone ? first : gathered(from));
                skip(from, isAlone ? 0 : taken);
            }
            return from.isEmpty();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }

        private static ByteBuffer gathered(ArrayDeque<ByteBuffer> from) {
            ByteBuffer all = GATHERED.get().clear();
            for (ByteBuffer each : from) {
                if (each.remaining() > all.remaining()) {
                    break;
                }
                all.put(each.duplicate());
            }
            return all.flip();
        }

        private static void skip(ArrayDeque<ByteBuffer> from, int bytes) {
            int left = bytes;
            while (!from.isEmpty()) {
                ByteBuffer first = from.getFirst();
                int count = Math.min(left, first.remaining());
                first.position(first.position() + count);
                left -= count;
                if (first.hasRemaining()) {
                    return;
                }
                from.removeFirst();
            }
        }
    }
}
