package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.assent.Assent;
import dev.assent.RecoveryReport;
import dev.assent.Setting;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import dev.assent.harness.TestJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A node killed by kill -9 in the middle of a commit on two servers, and its successor. */
@Sampled
class NodeCrashIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    static List<Arguments> crashes() {
        return Sample.of(
                "crashes of a node",
                1,
                List.of(
                        arguments(FaultPoint.AFTER_PREPARE, 1, 0),
                        arguments(FaultPoint.BEFORE_FORCE, 2, 0),
                        arguments(FaultPoint.AFTER_FORCE, 2, 1),
                        arguments(FaultPoint.AFTER_COMMIT, 1, 1)));
    }

    @ParameterizedTest
    @MethodSource("crashes")
    void theSuccessorOfAKilledNodeFinishesWhatItLeft(FaultPoint point, int inDoubt, int committed) throws Exception {
        crashAt(point);
        assertThat(inDoubt()).isEqualTo(inDoubt);

        try (Assent assent = Assent.builder()
                        .with(Setting.LOG_FOLDER, folder.resolve("log"))
                        .open();
                JdbcPool orders =
                        CrashingNode.pool(assent, "orders", servers.orders().url());
                JdbcPool payments =
                        CrashingNode.pool(assent, "payments", servers.payments().url())) {
            RecoveryReport report = assent.recover();
            assertThat(report.unreachable()).isEmpty();
            orders.getConnection().close();
            payments.getConnection().close();
        }

        assertThat(inDoubt()).isZero();
        assertThat(servers.orders().query("select id from item")).hasSize(committed);
        assertThat(servers.payments().query("select id from item")).hasSize(committed);
    }

    private int inDoubt() {
        return servers.orders().prepared().size()
                + servers.payments().prepared().size();
    }

    private void crashAt(FaultPoint point) throws Exception {
        Process node = new ProcessBuilder(TestJvm.command(
                        CrashingNode.class,
                        folder.resolve("log"),
                        point,
                        servers.orders().url(),
                        servers.payments().url()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo(CrashingNode.HERE);
        } finally {
            node.destroyForcibly();
            node.waitFor();
        }
    }
}
