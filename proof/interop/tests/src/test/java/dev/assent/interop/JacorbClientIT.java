package dev.assent.interop;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A client on JacORB, which has no Transaction Service, begins at the TransactionFactory of an Assent node, registers a
 * Resource of its own, and calls another Assent node with the context.
 */
class JacorbClientIT extends CoordinatorContract {
    private AssentMember coordinator;

    @Override
    void open() {
        coordinator = new AssentMember("coordinator", folder.resolve("coordinator"));
        coordinator.restart();
        client = client(folder.resolve("jacorb"), "corbaloc::" + coordinator.place() + "/TransactionFactory");
        first = client;
        second = new AssentMember("second", folder.resolve("second"));
    }

    private static Member client(Path home, String factory) {
        Path ledger = home.resolve("ledger");
        ledger.toFile().mkdirs();
        return new Member(ledger) {
            @Override
            PartyProcess fork() {
                return PartyProcess.start(
                        "jacorb",
                        Program.of("jacorb", "dev.assent.interop.jacorb.JacorbParty", Map.of())
                                .command(List.of(ledger.toString(), factory)),
                        home.resolve("said"),
                        Party.READY);
            }
        };
    }

    @Override
    void killCoordinator() {
        coordinator.kill();
    }

    @Override
    void restartCoordinator() {
        coordinator.restart();
    }

    @Override
    void close() {
        client.close();
        second.close();
        coordinator.close();
    }
}
