package dev.assent.transport.iiop.orb;

import com.sun.corba.se.impl.transport.CorbaOutboundConnectionCacheImpl;
import com.sun.corba.se.spi.transport.CorbaConnection;
import dev.assent.core.participant.Telling;
import java.util.ArrayList;
import java.util.List;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.ORB;

/**
 * Threads that wait for replies when their ORB ends. The JDK's ORB closes its connections then and stops reading them, but
 * does not wake the threads that wait for replies: they would wait as long as the JVM lives. The only class that knows which
 * ORB it is; of any other it knows no callers.
 *
 * <p>Thread safety: for one thread.
 */
final class LeftCallers {
    private static final String THE_JDKS = "com.sun.corba.se.";
    private static final boolean DIE = false;
    private static final boolean LOCK_HELD = false;

    private final List<CorbaConnection> connections = new ArrayList<>();

    /** Notes those of an ORB that has been shut down, and is about to be destroyed. */
    void note(ORB orb) {
        if (orb.getClass().getName().startsWith(THE_JDKS)) {
            for (Object cache : ((com.sun.corba.se.spi.orb.ORB) orb)
                    .getCorbaTransportManager()
                    .getOutboundConnectionCaches()) {
                for (Object connection :
                        ((CorbaOutboundConnectionCacheImpl) cache).values().toArray()) {
                    connections.add((CorbaConnection) connection);
                }
            }
        }
    }

    /** Lets them go, now that the ORB has ended and nobody writes to its connections any more. */
    void release() {
        Telling.all(
                connections,
                each -> each.purgeCalls(
                        new COMM_FAILURE("the ORB has ended", 0, CompletionStatus.COMPLETED_MAYBE), DIE, LOCK_HELD));
    }
}
