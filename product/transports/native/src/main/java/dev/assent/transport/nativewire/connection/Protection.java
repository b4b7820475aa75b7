package dev.assent.transport.nativewire.connection;

import java.nio.channels.SocketChannel;

/**
 * Protects the bytes of connections.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface Protection {
    /** No protection. */
    Protection NONE = new Protection() {
        @Override
        public Transfer accepted(SocketChannel channel) {
            return new Transfer.Plain(channel);
        }

        @Override
        public Transfer opened(SocketChannel channel, NativeAddress address) {
            return new Transfer.Plain(channel);
        }
    };

    /** For a connection that another process has opened. */
    Transfer accepted(SocketChannel channel);

    /** For a connection that this process opens. */
    Transfer opened(SocketChannel channel, NativeAddress address);
}
