package dev.assent.transport.iiop.orb;

import com.sun.corba.se.spi.legacy.connection.Connection;
import com.sun.corba.se.spi.legacy.interceptor.RequestInfoExt;
import org.omg.PortableInterceptor.ServerRequestInfo;

/**
 * Where a request came from. The JDK's ORB tells an interceptor the connection; with another ORB it is unknown. Pure
 * functions.
 */
final class CallersHost {
    private static final String THE_JDKS = "com.sun.corba.se.";

    private CallersHost() {}

    /** The host, and after a colon the port; empty if unknown. */
    static String of(ServerRequestInfo request) {
        if (request.getClass().getName().startsWith(THE_JDKS) && request instanceof RequestInfoExt extended) {
            Connection connection = extended.connection();
            if (connection != null && connection.getSocket() != null) {
                return String.valueOf(connection.getSocket().getRemoteSocketAddress());
            }
        }
        return "";
    }
}
