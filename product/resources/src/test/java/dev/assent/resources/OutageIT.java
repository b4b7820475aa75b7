package dev.assent.resources;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.PostgresServer;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import dev.assent.resources.OutageLoad.Attempt;
import dev.assent.resources.assembly.AssembledNode;
import dev.assent.resources.assembly.NodePlan;
import dev.assent.resources.node.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database is killed in the middle of a load, stays down for a while and comes back. The outage takes
 * some seconds; {@code -Dassent.outage.seconds=120} makes it two minutes.
 *
 * <p>That nobody waits for the pool is seen by what happens, not by a clock: the pool lets callers wait
 * for an hour, so a thread that waited would not come back during the outage.
 */
@Sampled
class OutageIT {
    private static final long FINISHED_MILLIS_MAX = 10_000;
    private static final int OUTAGE_SECONDS = Integer.getInteger("assent.outage.seconds", 6);

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    @TempDir
    Path folder;

    private final CountDownLatch killed = new CountDownLatch(1);
    private final AtomicBoolean isToBeKilled = new AtomicBoolean();

    private Node open() {
        NodePlan config = NodePlan.defaults()
                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                .withResource("orders", "jdbc", pool(servers.orders()))
                .withResource("stock", "jdbc", pool(servers.payments()));
        return AssembledNode.open(
                config,
                (point, id, participant) -> {
                    if (point == FaultPoint.AFTER_FORCE && isToBeKilled.compareAndSet(true, false)) {
                        killStock();
                    }
                },
                null);
    }

    private static Map<String, String> pool(PostgresServer server) {
        return Map.of(
                "xa-data-source", "org.postgresql.xa.PGXADataSource",
                "driver.url", server.url(),
                "driver.user", "postgres",
                "acquisition-timeout-millis", "3600000");
    }

    private void killStock() {
        try {
            servers.payments().kill();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        } finally {
            killed.countDown();
        }
    }

    @Test
    void whatNeedsADatabaseThatIsDownFailsAtOnceTheRestGoesOnAndAllIsFinishedWhenItIsBack() throws Exception {
        try (Node node = open();
                OutageLoad load = new OutageLoad(node)) {
            await().until(() -> load.committed() > 100);
            isToBeKilled.set(true);
            killed.await();
            long downNanos = System.nanoTime();
            SECONDS.sleep(OUTAGE_SECONDS);
            long upNanos = System.nanoTime();
            List<String> inDoubt;
            try (Assent.RecoveryPause untilSeen = node.assent().pauseRecovery()) {
                servers.payments().restart();
                inDoubt = inDoubt();
            }
            long backNanos = System.nanoTime();
            assertThat(inDoubt).as("what the killed server has prepared").isNotEmpty();
            await().pollInterval(Duration.ofMillis(20))
                    .until(() -> inDoubt().stream().noneMatch(inDoubt::contains)
                            && notices.of("ASSENT-4002").size() == 1);
            long finishedMillis = (System.nanoTime() - backNanos) / 1_000_000;
            if (Run.isWhole()) {
                assertThat(finishedMillis).as("what docs/guide/run.md promises").isLessThan(FINISHED_MILLIS_MAX);
            }
            int committed = load.committed();
            await().until(() -> load.committed() > committed + 100);
            load.stop();
            await().until(Internals.coordinator(node.assent()).parked()::isEmpty);

            checkTheOutage(load.between(downNanos, upNanos));
            checkTheNotices();
            checkTheData(load.attempts());
            System.out.printf(
                    "An outage of %d s: %s; %d branches in doubt when it was back, finished after %d ms%n",
                    OUTAGE_SECONDS,
                    OutageLoad.summary(load.between(downNanos, upNanos)),
                    inDoubt.size(),
                    finishedMillis);
        }
    }

    private List<String> inDoubt() {
        return Stream.of(servers.orders(), servers.payments())
                .flatMap(each -> each.prepared().stream())
                .toList();
    }

    private static void checkTheOutage(List<Attempt> during) {
        List<Attempt> needIt = during.stream().filter(Attempt::both).toList();
        assertThat(needIt).as("none waited for the end").hasSizeGreaterThan(10 * OutageLoad.THREADS_EACH);
        assertThat(needIt).allSatisfy(each -> assertThat(each.failure()).contains("'stock'"));
        List<Attempt> others = during.stream().filter(each -> !each.both()).toList();
        assertThat(others).hasSizeGreaterThan(10 * OutageLoad.THREADS_EACH);
        assertThat(others).allSatisfy(each -> assertThat(each.failure()).isEmpty());
    }

    private void checkTheNotices() {
        assertThat(notices.all()).hasSize(2);
        assertThat(notices.all().get(0)).contains("ASSENT-4001", "'stock'");
        assertThat(notices.all().get(1)).contains("ASSENT-4002", "'stock'");
    }

    private void checkTheData(List<Attempt> attempts) {
        assertThat(attempts).allSatisfy(each -> assertThat(each.failure()).matches("|(?s).*'stock'.*"));
        String[] inBoth = ids(attempts, true);
        assertThat(servers.payments().query("select id from item")).containsExactlyInAnyOrder(inBoth);
        assertThat(servers.orders().query("select id from item"))
                .containsExactlyInAnyOrder(Stream.of(inBoth, ids(attempts, false))
                        .flatMap(Stream::of)
                        .toArray(String[]::new));
        assertThat(inDoubt()).isEmpty();
    }

    private static String[] ids(List<Attempt> attempts, boolean both) {
        return attempts.stream()
                .filter(each -> each.both() == both && each.failure().isEmpty())
                .map(each -> Integer.toString(each.id()))
                .toArray(String[]::new);
    }
}
