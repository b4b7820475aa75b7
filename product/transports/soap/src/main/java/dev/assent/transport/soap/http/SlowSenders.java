package dev.assent.transport.soap.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose request takes too long to arrive: single bytes may come often enough for the idle limit,
 * while the whole request never comes. It looks now and then how many bytes have come on each connection. A request is
 * arriving if more bytes have come than when the last request was whole. The TLS handshake counts as part of the first
 * request.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class SlowSenders {
    private final Connector connector;
    private final long nanosMax;
    private final Map<EndPoint, Progress> connections = new ConcurrentHashMap<>();

    /**
     * The progress of a connection.
     *
     * @param wholeBytes how many bytes had come when the last request was whole
     * @param sinceNanos when further bytes were first seen; 0 while there are none
     */
    private record Progress(long wholeBytes, long sinceNanos) {}

    SlowSenders(Connector connector, long millisMax) {
        this.connector = connector;
        this.nanosMax = TimeUnit.MILLISECONDS.toNanos(millisMax);
    }

    /** Notes that a whole request has come. */
    void hasCome(Request request) {
        EndPoint outer = request.getConnectionMetaData().getConnection().getEndPoint();
        while (outer instanceof EndPoint.Wrapper wrapper) { // counts bytes of the connection, not those inside TLS
            outer = wrapper.unwrap();
        }
        Connection connection = outer.getConnection();
        connections.put(outer, new Progress(connection == null ? 0 : connection.getBytesIn(), 0));
    }

    /** Whether a request was arriving at the last look. */
    boolean isReceiving() {
        return connections.values().stream().anyMatch(each -> each.sinceNanos() != 0);
    }

    void look(long now) {
        connections.keySet().retainAll(connector.getConnectedEndPoints());
        for (EndPoint each : connector.getConnectedEndPoints()) {
            Connection connection = each.getConnection();
            if (connection != null) {
                long bytes = connection.getBytesIn();
                Progress progress = connections.compute(each, (same, known) -> next(known, bytes, now));
                if (progress.sinceNanos() != 0 && now - progress.sinceNanos() > nanosMax) {
                    each.close();
                }
            }
        }
    }

    private static Progress next(@Nullable Progress known, long bytes, long now) {
        long whole = known == null ? 0 : known.wholeBytes();
        if (bytes <= whole) {
            return new Progress(whole, 0);
        }
        return known == null || known.sinceNanos() == 0 ? new Progress(whole, now == 0 ? 1 : now) : known;
    }
}
