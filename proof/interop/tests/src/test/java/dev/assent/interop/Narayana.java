package dev.assent.interop;

import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An installation of Narayana JTS as it comes from Maven Central: a folder with its object store, and its recovery manager in
 * a process of its own, which tries every second.
 */
final class Narayana implements AutoCloseable {
    /** The service context that it uses by default. */
    /** Its references never have an OTSPolicy, and its objects take part all the same. */
    static final String POLICY_UNSAID = "policy-unsaid=adapts";

    static final String CONTEXT_ID = "context-id=" + 0xDEADBEEFL;

    /** How the line begins that has the reference of its TransactionFactory. */
    private static final String FACTORY = "TransactionManagerService ";

    private static final String ANOTHERS_FACTORY = "JTSEnvironmentBean.transactionManager";
    private static final String PACKAGE = "dev.assent.interop.narayana.";

    private final Path folder;
    private final Map<String, String> properties = new TreeMap<>();
    private PartyProcess recoveryManager;
    private PartyProcess transactionServer;

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
        properties.put("com.sun.CORBA.ORBServerHost", "127.0.0.1");
    }

    /** Starts the recovery manager, which must run before all others. */
    void start() {
        recoveryManager = PartyProcess.start(
                "recovery-manager",
                program("NarayanaService").command(List.of("recovery-manager")),
                folder.resolve("recovery-manager.said"),
                "Ready");
    }

    void killRecoveryManager() {
        recoveryManager.kill();
    }

    /** Starts its transaction server, which has its TransactionFactory. */
    void startTransactionServer() {
        transactionServer = PartyProcess.start(
                "transaction-server",
                program("NarayanaService").command(List.of("transaction-server")),
                folder.resolve("transaction-server.said"),
                "Ready");
    }

    void killTransactionServer() {
        transactionServer.kill();
    }

    /** The address of its TransactionFactory, which is in no name service: its reference stands in a file. */
    String factory() {
        try {
            for (String line : Files.readAllLines(services())) {
                if (line.startsWith(FACTORY)) {
                    return IiopAddress.of(Ior.parse(line.substring(FACTORY.length())))
                            .toString();
                }
            }
            throw new AssertionError("there is no " + FACTORY + "in " + services());
        } catch (IOException | ReferenceException unread) {
            throw new AssertionError(unread);
        }
    }

    /** Its programs begin transactions at another's factory from now on, as if it were its own transaction server. */
    void useFactory(String reference) {
        properties.put(ANOTHERS_FACTORY, "YES");
        try {
            Files.writeString(services(), FACTORY + reference + "\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Path services() {
        return folder.resolve("CosServices.cfg");
    }

    private Program program(String main) {
        return Program.of("narayana", PACKAGE + main, properties);
    }

    private List<String> arguments(int port) {
        List<String> arguments =
                new ArrayList<>(List.of(folder.resolve("ledger").toString(), Integer.toString(port)));
        if (properties.containsKey(ANOTHERS_FACTORY)) {
            arguments.add("ots");
        }
        return arguments;
    }

    /** A program that uses it. */
    Member member() {
        int port = Program.freePort();
        return new Member(folder.resolve("ledger")) {
            @Override
            PartyProcess fork() {
                return PartyProcess.start(
                        "narayana",
                        program("NarayanaParty").command(arguments(port)),
                        folder.resolve("said"),
                        Party.READY);
            }
        };
    }

    @Override
    public void close() {
        if (transactionServer != null) {
            transactionServer.kill();
        }
        if (recoveryManager != null) {
            recoveryManager.kill();
        }
    }
}
