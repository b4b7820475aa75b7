package dev.assent.transport.nativewire.connection;

import java.nio.channels.SocketChannel;

/**
 * Connections inside of HTTP, over another protection.
 *
 * <p>Thread safety: as {@link Protection}.
 */
public record Tunnelled(Protection inner) implements Protection {
    @Override
    public Transfer accepted(SocketChannel channel) {
        return HttpTransfer.accepted(inner.accepted(channel));
    }

    @Override
    public Transfer opened(SocketChannel channel, NativeAddress address) {
        return HttpTransfer.opened(inner.opened(channel, address), address);
    }
}
