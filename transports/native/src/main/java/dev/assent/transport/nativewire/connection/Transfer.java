package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.WireException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Bytes to a socket and from it; none of it waits. One thread reads at a time, one writes. */
public interface Transfer {
    /** Reads what is there; -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** Writes what is taken now, from the first on; those that are written are removed. True when all is written. */
    boolean write(ArrayDeque<ByteBuffer> from) throws IOException;

    /** Whether there may be more to read without a word from the socket. */
    default boolean isHolding() {
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
    record Plain(SocketChannel channel) implements Transfer {
        private static final int AT_ONCE = 64;

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
            long taken = 1;
            while (!from.isEmpty() && taken > 0) {
                taken = from.size() == 1
                        ? channel.write(from.getFirst())
                        : channel.write(from.stream().limit(AT_ONCE).toArray(ByteBuffer[]::new));
                while (!from.isEmpty() && !from.getFirst().hasRemaining()) {
                    from.removeFirst();
                }
            }
            return from.isEmpty();
        }
    }
}
