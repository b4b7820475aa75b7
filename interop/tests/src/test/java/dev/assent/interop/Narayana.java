package dev.assent.interop;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An installation of Narayana JTS as it comes from Maven Central: a folder with its object store, and its recovery manager in
 * a process of its own, which tries every second.
 */
final class Narayana implements AutoCloseable {
    /** The service context that it uses by default. */
    static final String CONTEXT_ID = "iiop-context-id=" + 0xDEADBEEFL;

    private static final String PACKAGE = "dev.assent.interop.narayana.";

    private final Path folder;
    private final Map<String, String> properties = new TreeMap<>();
    private PartyProcess recoveryManager;

    /** One with no other setting than where it is and that it be quick. */
    Narayana(Path folder) {
        this.folder = folder;
        folder.resolve("ledger").toFile().mkdirs();
        for (String store : List.of("", "communicationStore.", "stateStore.")) {
            properties.put(
                    "ObjectStoreEnvironmentBean." + store + "objectStoreDir",
                    folder.resolve("store").toString());
        }
        properties.put("CoreEnvironmentBean.nodeIdentifier", "narayana");
        properties.put("JTAEnvironmentBean.xaRecoveryNodes", "narayana");
        properties.put("JTAEnvironmentBean.orphanSafetyInterval", "1000");
        properties.put(
                "JTAEnvironmentBean.xaResourceRecoveryClassNames",
                PACKAGE + "LedgerRecovery;" + folder.resolve("ledger"));
        properties.put("RecoveryEnvironmentBean.periodicRecoveryPeriod", "1");
        properties.put("RecoveryEnvironmentBean.recoveryBackoffPeriod", "1");
        properties.put("JTSEnvironmentBean.recoveryManagerPort", Integer.toString(Program.freePort()));
        properties.put("JTSEnvironmentBean.alwaysPropagateContext", "YES");
        properties.put("OrbPortabilityEnvironmentBean.initialReferencesRoot", folder.toString());
    }

    /** Starts the recovery manager, which must run before all others. */
    void start() {
        recoveryManager = PartyProcess.start(
                "recovery-manager",
                program("NarayanaService").command(List.of("recovery-manager")),
                folder.resolve("recovery-manager.said"),
                "Ready");
    }

    /** Kills it and starts it again. */
    void restart() {
        recoveryManager.kill();
        start();
    }

    private Program program(String main) {
        return Program.of("narayana", PACKAGE + main, properties);
    }

    /** A program that uses it. */
    Member member() {
        int port = Program.freePort();
        return new Member(folder.resolve("ledger")) {
            @Override
            PartyProcess fork() {
                return PartyProcess.start(
                        "narayana",
                        program("NarayanaParty")
                                .command(List.of(folder.resolve("ledger").toString(), Integer.toString(port))),
                        folder.resolve("said"),
                        Party.READY);
            }
        };
    }

    @Override
    public void close() {
        if (recoveryManager != null) {
            recoveryManager.kill();
        }
    }
}
