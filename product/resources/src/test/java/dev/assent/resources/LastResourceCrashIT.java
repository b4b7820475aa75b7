package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.assent.Assent;
import dev.assent.OperatorRequest;
import dev.assent.RecoveryReport;
import dev.assent.Setting;
import dev.assent.TransactionId;
import dev.assent.backends.PostgresServer;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import dev.assent.harness.TestJvm;
import dev.assent.remote.fixture.KeptPorts;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node killed by kill -9 in the middle of a commit on one server with XA and one without, and its
 * successor (law 13).
 */
@Sampled
class LastResourceCrashIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    @BeforeEach
    void withoutMarkers() {
        servers.payments().execute("drop table if exists assent_commit_marker");
    }

    static List<Arguments> rolledBack() {
        return Sample.of(
                "crashes with a last resource that roll back",
                1,
                List.of(
                        arguments(FaultPoint.BEFORE_PREPARE, false),
                        arguments(FaultPoint.AFTER_PREPARE, false),
                        arguments(FaultPoint.BEFORE_LAST_RECORD, false),
                        arguments(FaultPoint.BEFORE_LAST_RECORD, true),
                        arguments(FaultPoint.AFTER_LAST_RECORD, true),
                        arguments(FaultPoint.BEFORE_LAST, true)));
    }

    @ParameterizedTest
    @MethodSource("rolledBack")
    void itIsRolledBackWhenTheLastResourceWasNotAskedOrItsMarkerSaysSo(FaultPoint point, boolean hasMarkers)
            throws Exception {
        crashAt(point, hasMarkers);
        recover(hasMarkers, servers.payments().url());
        assertCommitted(0);
    }

    static List<Arguments> committed() {
        return Sample.of(
                "crashes with a last resource that commit",
                1,
                List.of(
                        arguments(FaultPoint.AFTER_LAST, true),
                        arguments(FaultPoint.BEFORE_FORCE, true),
                        arguments(FaultPoint.AFTER_FORCE, false),
                        arguments(FaultPoint.AFTER_FORCE, true),
                        arguments(FaultPoint.BEFORE_COMMIT, false),
                        arguments(FaultPoint.AFTER_COMMIT, false),
                        arguments(FaultPoint.BEFORE_END, true)));
    }

    @ParameterizedTest
    @MethodSource("committed")
    void itIsCommittedWhenTheMarkerOrTheDecisionSaysSo(FaultPoint point, boolean hasMarkers) throws Exception {
        crashAt(point, hasMarkers);
        recover(hasMarkers, servers.payments().url());
        assertCommitted(1);
    }

    static List<Arguments> inDoubt() {
        return Sample.of(
                "crashes with a last resource that leave a doubt",
                1,
                List.of(
                        arguments(FaultPoint.AFTER_LAST_RECORD, 0),
                        arguments(FaultPoint.BEFORE_LAST, 0),
                        arguments(FaultPoint.AFTER_LAST, 1),
                        arguments(FaultPoint.BEFORE_FORCE, 1)));
    }

    @ParameterizedTest
    @MethodSource("inDoubt")
    void withoutAMarkerTheOthersStayInDoubtUntilAnOperatorSaysWhatItDid(FaultPoint point, int committed)
            throws Exception {
        TransactionId id = crashAt(point, false);
        for (int starts = 0; starts < 2; starts++) {
            RecoveryReport report = recover(false, servers.payments().url());
            assertThat(report.inDoubt()).isEqualTo(1);
            assertThat(servers.orders().prepared()).hasSize(1);
            assertThat(items(servers.payments())).hasSize(committed);
            assertThat(items(servers.orders())).isEmpty();
        }
        try (Assent assent = open();
                JdbcPool orders =
                        CrashingNode.pool(assent, "orders", servers.orders().url());
                JdbcPool ledger =
                        CrashingLastNode.ledger(assent, servers.payments().url(), false)) {
            assent.operator()
                    .run(new OperatorRequest(
                            committed == 1 ? OperatorRequest.Verb.COMMIT : OperatorRequest.Verb.ROLLBACK,
                            id.toString(),
                            OperatorRequest.Flags.NONE,
                            "as the ledger has it"));
            assent.recover();
        }
        assertCommitted(committed);
    }

    @Test
    void anUnreachableMarkerDatabaseMeansWait() throws Exception {
        crashAt(FaultPoint.AFTER_LAST, true);
        try (KeptPorts ports = new KeptPorts()) {
            RecoveryReport report = recover(true, "jdbc:postgresql://" + ports.place("unreachable") + "/postgres");
            assertThat(report.waiting()).isEqualTo(1);
            assertThat(report.isComplete()).isFalse();
        }
        assertThat(servers.orders().prepared()).hasSize(1);
        recover(true, servers.payments().url());
        assertCommitted(1);
    }

    private Assent open() {
        return Assent.builder().with(Setting.LOG_FOLDER, folder.resolve("log")).open();
    }

    /** A successor, which lives for two recovery passes: the second removes markers that are of no use any more. */
    private RecoveryReport recover(boolean hasMarkers, String ledgerUrl) throws Exception {
        try (Assent assent = open();
                JdbcPool orders =
                        CrashingNode.pool(assent, "orders", servers.orders().url());
                JdbcPool ledger = CrashingLastNode.ledger(assent, ledgerUrl, hasMarkers)) {
            assent.recover();
            return assent.recover();
        }
    }

    private static List<String> items(PostgresServer server) {
        return server.query("select id from item");
    }

    private void assertCommitted(int committed) {
        assertThat(servers.orders().prepared()).isEmpty();
        assertThat(items(servers.orders())).hasSize(committed);
        assertThat(items(servers.payments())).hasSize(committed);
        boolean hasTable = !servers.payments()
                .query("select 1 from pg_tables where tablename = 'assent_commit_marker'")
                .isEmpty();
        if (hasTable) {
            assertThat(servers.payments().query("select gtrid from assent_commit_marker"))
                    .as("markers left behind")
                    .isEmpty();
        }
    }

    private TransactionId crashAt(FaultPoint point, boolean hasMarkers) throws Exception {
        Process node = new ProcessBuilder(TestJvm.command(
                        CrashingLastNode.class,
                        folder.resolve("log"),
                        point,
                        servers.orders().url(),
                        servers.payments().url(),
                        hasMarkers))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
            String id = said.readLine();
            assertThat(id).matches("[0-9a-f]{64}");
            return TransactionId.of(TransactionId.ASSENT_FORMAT, HexFormat.of().parseHex(id));
        } finally {
            node.destroyForcibly();
            node.waitFor();
        }
    }
}
