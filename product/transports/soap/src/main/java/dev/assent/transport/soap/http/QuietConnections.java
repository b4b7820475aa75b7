package dev.assent.transport.soap.http;

import java.io.IOException;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.DuplexConnectionPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one place. A quiet connection is checked before it is used again. If the peer has closed it
 * meanwhile, a request on it counts as one that may have arrived (RFC 9110, section 9.2.2), and the thread that notices
 * the close may be late.
 *
 * <p>Thread safety: safe to share.
 */
final class QuietConnections extends DuplexConnectionPool {
    /** A connection used more recently is not checked, since the check takes a system call. */
    private static final long QUIET_MILLIS = 1;

    /** No connections yet, and at most this many. */
    QuietConnections(Destination place, int connectionsMax) {
        super(place, connectionsMax);
    }

    @Override
    protected @Nullable Connection activate() {
        while (true) {
            Connection connection = super.activate();
            if (connection == null || isThere(connection)) {
                return connection;
            }
            remove(connection);
            connection.close();
        }
    }

    private static boolean isThere(Connection connection) {
        return !(connection instanceof org.eclipse.jetty.io.Connection io)
                || isThere(io.getEndPoint(), io.getMessagesIn() > 0);
    }

    /**
     * Whether the other side has not closed the connection, as far as can be seen.
     *
     * @param isUsed whether an answer has come on it; before that, a handshake of TLS may be under way
     */
    static boolean isThere(EndPoint connection, boolean isUsed) {
        EndPoint end = connection;
        while (end instanceof EndPoint.Wrapper outer) {
            if (!isUsed) {
                return true;
            }
            end = outer.unwrap();
        }
        return !(end instanceof SocketChannelEndPoint socket)
                || socket.getIdleFor() < QUIET_MILLIS
                || hasNotEnded(connection);
    }

    /**
     * Without a request, the only thing that can come on a connection is its end. TLS is read by its own end point, as a
     * server may send a ticket of the session (RFC 8446, section 4.6.1) after its first answer.
     */
    private static boolean hasNotEnded(EndPoint connection) {
        try {
            return connection.fill(BufferUtil.allocate(1)) == 0;
        } catch (IOException broken) {
            return false;
        }
    }
}
