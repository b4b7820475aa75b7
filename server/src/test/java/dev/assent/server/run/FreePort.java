package dev.assent.server.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** A port of this machine that is kept for a process, by a socket that is bound to it and does not listen. */
final class FreePort implements AutoCloseable {
    private final SocketChannel kept;

    FreePort() throws IOException {
        kept = SocketChannel.open();
        kept.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        kept.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
    }

    /** HOST:PORT. */
    @Override
    public String toString() {
        try {
            return "127.0.0.1:" + ((InetSocketAddress) kept.getLocalAddress()).getPort();
        } catch (IOException closed) {
            throw new IllegalStateException(closed);
        }
    }

    @Override
    public void close() throws IOException {
        kept.close();
    }
}
