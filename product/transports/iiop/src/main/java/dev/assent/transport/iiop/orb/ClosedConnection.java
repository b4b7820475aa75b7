package dev.assent.transport.iiop.orb;

import com.sun.corba.se.pept.transport.ContactInfo;
import com.sun.corba.se.pept.transport.OutboundConnectionCache;
import com.sun.corba.se.spi.legacy.interceptor.RequestInfoExt;
import com.sun.corba.se.spi.transport.CorbaConnection;
import org.omg.PortableInterceptor.ClientRequestInfo;

/**
 * A connection that the JDK's ORB closed, and keeps for further requests all the same. That happens if the other side
 * ends at the wrong instant: the ORB reads from a new connection before it has put it into its cache. If the connection
 * is lost between the two, the ORB removes it from the cache first, and puts it in then. Every later request to that
 * place would fail, with no connection tried, until this process ends. Of any other ORB nothing is known. Pure
 * functions.
 */
final class ClosedConnection {
    private static final String THE_JDKS = "com.sun.corba.se.";

    private ClosedConnection() {}

    /** Takes the connection of a failed request out of the ORB's cache if it is closed; the next request makes one. */
    static void forget(ClientRequestInfo request) {
        if (request.getClass().getName().startsWith(THE_JDKS)
                && request instanceof RequestInfoExt extended
                && extended.connection() instanceof CorbaConnection connection
                && connection.getSocket() != null
                && connection.getSocket().isClosed()
                && connection.getConnectionCache() instanceof OutboundConnectionCache cache) {
            ContactInfo place = connection.getContactInfo();
            if (cache.get(place) == connection) {
                cache.remove(place);
            }
        }
    }
}
