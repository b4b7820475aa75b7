package dev.assent.remote;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transport of a node or of a client: carries calls and transactions over one wire. Only transports of Assent
 * implement it, such as {@code NativeTransport}, {@code SoapTransport} and {@code IiopTransport}.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface NodeTransport extends AutoCloseable {
    /** The scheme of its addresses, in lower case. */
    String scheme();

    /**
     * The address at which other processes reach this one, such as {@code scheme://host:port}; null if it does not
     * listen.
     */
    @Nullable String address();

    /**
     * The addresses that strangers need to begin, such as the URL of a service, each with what it is; empty if the wire
     * has none, or does not listen.
     */
    List<String> entrances();

    /**
     * Takes no more calls, waits for unfinished messages within a limit of its own, and releases its resources. A node
     * or client closes its transports itself.
     */
    @Override
    void close();
}
