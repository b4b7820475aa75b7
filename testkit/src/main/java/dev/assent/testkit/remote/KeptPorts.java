package dev.assent.testkit.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ports of this machine, one for each name, kept by sockets that are bound to them and do not listen. A node that gets
 * such a port can listen there, and again after a restart. Meanwhile the system gives the port to no other process.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class KeptPorts implements AutoCloseable {
    /** Where they are. */
    public static final String HOST = "127.0.0.1";

    private final Map<String, SocketChannel> kept = new ConcurrentHashMap<>();

    /** None yet. */
    public KeptPorts() {}

    /** The port of a name. */
    public int port(String name) {
        try {
            SocketChannel keeping = kept.computeIfAbsent(name, fresh -> keep());
            return ((InetSocketAddress) keeping.getLocalAddress()).getPort();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** HOST:PORT of a name. */
    public String place(String name) {
        return HOST + ":" + port(name);
    }

    private static SocketChannel keep() {
        try {
            SocketChannel keeping = SocketChannel.open();
            keeping.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            keeping.bind(new InetSocketAddress(InetAddress.getByName(HOST), 0));
            return keeping;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        for (SocketChannel each : kept.values()) {
            try {
                each.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
