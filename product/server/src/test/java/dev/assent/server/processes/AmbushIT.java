package dev.assent.server.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.backends.QuickJvm;
import dev.assent.harness.Fast;
import dev.assent.server.crash.CrashTrigger;
import dev.assent.server.crash.Transfer;
import dev.assent.server.crash.VictimProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that should stop, and a client whose first transfers get no answer. */
@Fast
class AmbushIT {
    private static final Stop AT_NODE = stop(Role.COORDINATOR);
    private static final Stop AT_CLIENT = stop(Role.CLIENT);

    @TempDir
    Path folder;

    private VictimProcess node;
    private VictimProcess client;

    private static Stop stop(Role role) {
        return new Stop(role, "passed", Stop.Scene.COMMIT, AmbushedProcess.PASSED, CrashTrigger.WHOLE, false);
    }

    @BeforeEach
    void start() throws Exception {
        node = fork("node");
        node.open();
        client = fork(node.ask("port", "port ").split(" ")[1]);
        client.open();
    }

    private VictimProcess fork(String argument) throws Exception {
        return VictimProcess.fork(
                QuickJvm.plain(), AmbushedProcess.class, List.of(argument), folder.resolve("said"), news -> {});
    }

    @AfterEach
    void end() {
        node.kill();
        client.kill();
    }

    private static Transfer transfer(int id) {
        return new Transfer(id, 1, 1, 1, false);
    }

    private String outcome() throws Exception {
        return client.answer("transfer", VictimProcess.COMMITTED, VictimProcess.ROLLED_BACK);
    }

    @Test
    void theNodeIsMetByTheTransferAfterThoseThatWereRefused() throws Exception {
        Ambush ambush = new Ambush(node, client);
        for (int refused = 1; refused <= AmbushedProcess.REFUSED; refused++) {
            assertThat(ambush.awaits(AT_NODE, transfer(refused))).isFalse();
            assertThat(outcome()).startsWith(VictimProcess.ROLLED_BACK);
        }

        assertThat(ambush.awaits(AT_NODE, transfer(AmbushedProcess.REFUSED + 1)))
                .isTrue();
        assertThat(node.kill()).isEqualTo(VictimProcess.KILLED);
        assertThat(outcome()).startsWith(VictimProcess.COMMITTED);
    }

    @Test
    void aNodeThatIsLookedForInVainDoesNotStopLater() throws Exception {
        assertThat(new Ambush(node, client).awaits(AT_NODE, transfer(1))).isFalse();
        assertThat(outcome()).startsWith(VictimProcess.ROLLED_BACK);

        assertThat(client.ask(
                        "transfer " + transfer(AmbushedProcess.REFUSED + 1).word(), VictimProcess.COMMITTED))
                .isNotEmpty();
        assertThat(node.isSettled()).isTrue();
    }

    @Test
    void theClientIsMetByTheTransferAfterThoseThatWereRefused() throws Exception {
        Ambush ambush = new Ambush(client, client);
        assertThat(ambush.awaits(AT_CLIENT, transfer(1))).isFalse();
        assertThat(outcome()).startsWith(VictimProcess.ROLLED_BACK);

        assertThat(ambush.awaits(AT_CLIENT, transfer(AmbushedProcess.REFUSED + 1)))
                .isTrue();
        assertThat(client.kill()).isEqualTo(VictimProcess.KILLED);
    }
}
