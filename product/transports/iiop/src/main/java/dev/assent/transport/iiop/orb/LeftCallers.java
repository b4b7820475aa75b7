package dev.assent.transport.iiop.orb;

import com.sun.corba.se.impl.transport.CorbaOutboundConnectionCacheImpl;
import com.sun.corba.se.spi.transport.CorbaConnection;
import dev.assent.core.foreign.Telling;
import java.util.ArrayList;
import java.util.List;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.ORB;

/**
 * Threads that wait for replies when their ORB ends. The JDK's ORB then closes its connections and stops reading them,
 * but does not wake these threads: they would wait until the JVM ends. This class knows the JDK's ORB by its class; of
 * any other ORB it finds no waiting threads.
 *
 * <p>Thread safety: for one thread.
 */
final class LeftCallers {
    private static final String THE_JDKS = "com.sun.corba.se.";
    private static final boolean DIE = false;
    private static final boolean LOCK_HELD = false;

    private final List<CorbaConnection> connections = new ArrayList<>();

    /** Notes the waiting threads of an ORB that was shut down and will be destroyed next. */
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

    /** Wakes them. The ORB must have ended, so that nobody writes to its connections any more. */
    void release() {
        Telling.all(
                connections,
                each -> each.purgeCalls(
                        new COMM_FAILURE("the ORB has ended", 0, CompletionStatus.COMPLETED_MAYBE), DIE, LOCK_HELD));
    }
}
