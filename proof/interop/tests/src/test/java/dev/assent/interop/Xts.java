package dev.assent.interop;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A program of Narayana XTS as it comes from Maven Central, on CXF in a JVM of its own: coordinator, participants and
 * recovery, which tries every second.
 */
final class Xts extends Member {
    /** It counts Expires in seconds. */
    static final String EXPIRES = "expires=seconds";

    private static final String ACTIVATION = "/ws-c11/ActivationService";
    private static final int RESEND_MILLIS = 1_000;

    /** Longer than a busy machine takes; only a test that holds a thread waits for it. */
    private static final int TRANSACTION_SECONDS_MAX = 300;

    private final Path folder;
    private final int port;
    private final Map<String, String> properties = new TreeMap<>();

    /** One with no other setting than where it is and that it be quick. */
    Xts(Path folder) {
        this(folder, Program.freePort());
    }

    private Xts(Path folder, int port) {
        this(folder, port, port);
    }

    /** An XTS at one port, which other processes reach at another one. */
    Xts(Path folder, int port, int reached) {
        super(folder.resolve("ledger"));
        this.folder = folder;
        this.port = port;
        folder.resolve("ledger").toFile().mkdirs();
        for (String store : List.of("", "communicationStore.", "stateStore.")) {
            properties.put(
                    "ObjectStoreEnvironmentBean." + store + "objectStoreDir",
                    folder.resolve("store").toString());
        }
        properties.put("CoreEnvironmentBean.nodeIdentifier", "xts");
        properties.put("CoordinatorEnvironmentBean.transactionStatusManagerEnable", "NO");
        properties.put("CoordinatorEnvironmentBean.defaultTimeout", Integer.toString(TRANSACTION_SECONDS_MAX));
        properties.put("RecoveryEnvironmentBean.periodicRecoveryPeriod", "1");
        properties.put("RecoveryEnvironmentBean.recoveryBackoffPeriod", "1");
        properties.put("org.jboss.jbossts.xts11.bind.address", "127.0.0.1");
        properties.put("org.jboss.jbossts.xts11.bind.port", Integer.toString(reached));
        properties.put("org.jboss.jbossts.xts11.coordinatorURL", "http://" + place() + ACTIVATION);
        properties.put("org.jboss.jbossts.xts.transport.initialTransportPeriod", Integer.toString(RESEND_MILLIS));
        properties.put("org.jboss.jbossts.xts.transport.maximumTransportPeriod", Integer.toString(RESEND_MILLIS));
        properties.put("jakarta.xml.ws.spi.Provider", "org.apache.cxf.jaxws.spi.ProviderImpl");
    }

    private String place() {
        return "127.0.0.1:" + port;
    }

    /** The address of its Activation service, as clients of Assent's have it. */
    String coordinator() {
        return "soap://" + place() + ACTIVATION;
    }

    /** It begins transactions at another's Activation service. */
    void useCoordinator(String url) {
        properties.put("org.jboss.jbossts.xts11.coordinatorURL", url);
    }

    @Override
    PartyProcess fork() {
        return PartyProcess.start(
                "xts",
                Program.of("xts", "dev.assent.interop.xts.XtsParty", properties)
                        .command(List.of(folder.resolve("ledger").toString(), Integer.toString(port))),
                folder.resolve("said"),
                Party.READY);
    }
}
