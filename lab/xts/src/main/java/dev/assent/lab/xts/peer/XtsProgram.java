package dev.assent.lab.xts.peer;

import jakarta.xml.ws.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jboss.jbossts.XTSService;
import org.jboss.jbossts.xts.environment.XTSPropertyManager;

/**
 * The base of every XTS program: its settings, which are properties of the JVM, and its Web services on CXF, at the
 * paths that they have in an application server. A process has only one. Used by one thread.
 */
final class XtsProgram implements AutoCloseable {
    static final String ACTIVATION = "/ws-c11/ActivationService";

    /**
     * Limited to warnings, since no reader here needs other messages of this program and its stack. The field keeps the
     * loggers: a level is forgotten with its logger.
     */
    private static final List<Logger> SAY = Stream.of("com.arjuna", "org.jboss", "org.apache.cxf")
            .map(Logger::getLogger)
            .toList();

    /**
     * A week: a bridged transaction has this time, whatever the client has asked for, and no experiment takes as long.
     */
    private static final int TIMEOUT_SECONDS = 7 * 24 * 60 * 60;

    /**
     * A day: the bridge's recovery reads the transactions that are prepared into the place of those that live, whose commit
     * then finds no resource any more.
     */
    private static final int RECOVERY_PERIOD_SECONDS = 24 * 60 * 60;

    /** From the first look of the recovery to the second one, for which a server waits when it starts. */
    private static final int RECOVERY_BACKOFF_SECONDS = 1;

    private final String place;
    private final List<Endpoint> published = new ArrayList<>();
    private final XTSService service = new XTSService();

    private XtsProgram(String place) {
        this.place = place;
    }

    /**
     * Starts one at these addresses; its store has been set before.
     *
     * @param address at which it listens
     * @param port at which it listens
     * @param coordinator the place at which transactions begin, of the form HOST:PORT
     */
    static XtsProgram at(String address, int port, String coordinator) {
        SAY.forEach(each -> each.setLevel(Level.WARNING));
        set("jakarta.xml.ws.spi.Provider", "org.apache.cxf.jaxws.spi.ProviderImpl");
        set("CoreEnvironmentBean.nodeIdentifier", "lab");
        set("CoordinatorEnvironmentBean.transactionStatusManagerEnable", "NO");
        set("CoordinatorEnvironmentBean.defaultTimeout", TIMEOUT_SECONDS);
        set("RecoveryEnvironmentBean.periodicRecoveryPeriod", RECOVERY_PERIOD_SECONDS);
        set("RecoveryEnvironmentBean.recoveryBackoffPeriod", RECOVERY_BACKOFF_SECONDS);
        set("org.jboss.jbossts.xts11.bind.address", address);
        set("org.jboss.jbossts.xts11.bind.port", port);
        set("org.jboss.jbossts.xts11.coordinatorURL", "http://" + coordinator + ACTIVATION);
        return new XtsProgram(address + ":" + port);
    }

    private static void set(String key, Object value) {
        System.setProperty(key, value.toString());
    }

    /** Where its services are, of the form HOST:PORT. */
    String place() {
        return place;
    }

    /** Starts what belongs to these parts of XTS. */
    void start(List<Class<?>> parts) throws Exception {
        XTSPropertyManager.getXTSEnvironmentBean()
                .setXtsInitialisations(parts.stream().map(Class::getName).toList());
        service.start();
    }

    /** Serves one of XTS's own services. */
    void publish(String path, Object own) {
        published.add(Endpoint.publish("http://" + place + path, own));
    }

    @Override
    public void close() throws Exception {
        published.forEach(Endpoint::stop);
        service.stop();
    }
}
