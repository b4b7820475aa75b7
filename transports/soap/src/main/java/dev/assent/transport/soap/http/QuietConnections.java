package dev.assent.transport.soap.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.DuplexConnectionPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one place. One that was quiet is looked at before it is used again: what is sent to who has left
 * meanwhile may have arrived, as far as anybody knows (RFC 9110, section 9.2.2), and the thread that hears of it may be late.
 *
 * <p>Thread safety: safe to share.
 */
final class QuietConnections extends DuplexConnectionPool {
    /** Who is called again sooner is taken to be there still, since to look takes a call of the system. */
    private static final long QUIET_MILLIS = 1;

    /** None yet, and not more than so many. */
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
     * Whether the other side has not left, as far as can be seen.
     *
     * @param isUsed whether something was answered; before, TLS may still have something to say
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
                || hasNotEnded(socket.getChannel());
    }

    /** Nobody says anything on a connection where nothing was asked, but that it ends. */
    private static boolean hasNotEnded(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) == 0;
        } catch (IOException broken) {
            return false;
        }
    }
}
