package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.WireException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Bytes to a socket and from it; none of it waits. One thread reads at a time, one writes; any may close it. */
public interface Transfer extends Closeable {
    /** Reads what is there; -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** Writes what is taken now, from the first on; those that are written are removed. True when all is written. */
    boolean write(ArrayDeque<ByteBuffer> from) throws IOException;

    /** Whether there may be more to read without a word from the socket. */
    default boolean isHolding() {
        return false;
    }

    /** How much has come that is kept here, since it can't be read yet. */
    default int keptBytes() {
        return 0;
    }

    /** Whether what has come can't be read before something is written. */
    default boolean isStalled() {
        return false;
    }

    /** Whether that is written, so that it is to be read again; asked by who has written. */
    default boolean isStallOver() {
        return false;
    }

    /** Whether it matters not who reads, one thread at a time: nothing is kept for each that does. */
    default boolean isReadByAny() {
        return false;
    }

    /** Who is told that there is something to write that nobody has asked for. */
    default void whenToWrite(Runnable drain) {}

    /** What the certificate of the other side says; null when there is none. */
    default @Nullable Certified certified() throws WireException {
        return null;
    }

    /** Bytes as they are. */
    final class Plain implements Transfer {
        private static final int GATHERED_BYTES = 1 << 13;

        /** Small frames go together by one write, which takes less than telling the system of each. */
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
