package dev.assent.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.MetricsSnapshot;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node's counts are right. */
@Fast
class MetricsTest {
    private final TestNode node = TestNode.open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");

    @AfterEach
    void closeNode() {
        node.close();
    }

    private long timed(MetricsSnapshot.Phase phase) {
        return node.metrics().phases().get(phase).count();
    }

    @Test
    void aTwoPhaseCommitCountsEachVerbAndEachPhaseOnce() throws Exception {
        node.beginOn(orders, payments).commit();
        MetricsSnapshot metrics = node.metrics();
        assertThat(metrics.transactions()).isEqualTo(new MetricsSnapshot.Transactions(1, 1, 0, 0, 0, 0));
        MetricsSnapshot.Resource resource = metrics.resources().get("orders");
        assertThat(resource.count("PREPARE", "PREPARED")).isEqualTo(1);
        assertThat(resource.count("COMMIT", "DONE")).isEqualTo(1);
        assertThat(resource.count("ROLLBACK")).isZero();
        assertThat(resource.latencies().get("PREPARE").count()).isEqualTo(1);
        assertThat(timed(MetricsSnapshot.Phase.PREPARE)).isEqualTo(1);
        assertThat(timed(MetricsSnapshot.Phase.FORCE)).isEqualTo(1);
        assertThat(timed(MetricsSnapshot.Phase.COMMIT)).isEqualTo(1);
        assertThat(timed(MetricsSnapshot.Phase.ROLLBACK)
                        + timed(MetricsSnapshot.Phase.ONE_PHASE)
                        + timed(MetricsSnapshot.Phase.LAST_RESOURCE))
                .isZero();
    }

    @Test
    void everyOutcomeIsCountedAsWhatItIs() throws Exception {
        node.beginOn().commit();
        node.beginOn(orders).commit();
        node.beginOn(orders, payments).rollback();
        orders.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        JtaTransaction refused = node.beginOn(orders, payments);
        assertThatThrownBy(refused::commit).isNotNull();
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction heuristic = node.beginOn(orders, payments);
        assertThatThrownBy(heuristic::commit).isNotNull();
        node.manager().setTransactionTimeout(1);
        JtaTransaction late = node.beginOn(orders);
        node.advance(Duration.ofSeconds(2));
        late.rollback();

        MetricsSnapshot metrics = node.metrics();
        assertThat(metrics.transactions()).isEqualTo(new MetricsSnapshot.Transactions(6, 2, 3, 1, 1, 0));
        MetricsSnapshot.Resource resource = metrics.resources().get("orders");
        assertThat(resource.count("PREPARE", "ROLLED_BACK")).isEqualTo(1);
        assertThat(resource.count("COMMIT", "HEURISTIC_ROLLBACK")).isEqualTo(1);
        assertThat(resource.count("COMMIT_ONE_PHASE", "DONE")).isEqualTo(1);
    }

    @Test
    void recoveryCountsItsPassesAndEachIncidentOnce() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        node.beginOn(orders, payments).commit();
        assertThat(node.metrics().transactions().committed())
                .as("not everywhere")
                .isZero();
        orders.setOutage(new IOException("connection refused"));
        node.recovery().run(true);
        node.recovery().run(true);
        orders.setOutage(null);
        node.recovery().run(true);
        MetricsSnapshot metrics = node.metrics();
        assertThat(metrics.recovery()).isEqualTo(new MetricsSnapshot.Recoveries(3, 1));
        assertThat(metrics.transactions().committed()).isEqualTo(1);
        assertThat(metrics.resources().get("orders").count("COMMIT", "RETRY")).isEqualTo(1);
    }

    @Test
    void aLastResourceIsTimedAsAPhaseOfItsOwn() throws Exception {
        RecordingLocalResource last = new RecordingLocalResource("last", node.events(), false);
        node.resources().register(last);
        JtaTransaction begun = node.beginOn(orders);
        begun.enlistLastResource("last", last.work());
        begun.commit();
        assertThat(timed(MetricsSnapshot.Phase.LAST_RESOURCE)).isEqualTo(1);
        assertThat(timed(MetricsSnapshot.Phase.FORCE)).isEqualTo(2);
        assertThat(node.metrics().resources().get("last").count("COMMIT_LAST", "DONE"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, false", "1, 64, true", "16, 4, false"})
    void soManyAreTimedAndThoseOfAnEarlierLifeOnlyWithAll(int oneOf, long timed, boolean isEarlierTimed) {
        Metrics metrics = new Metrics(node.clock(), oneOf);
        assertThat(LongStream.rangeClosed(1, 64).filter(metrics::isTimed).count())
                .isEqualTo(timed);
        assertThat(metrics.isTimed(0)).isEqualTo(isEarlierTimed);
    }

    @Test
    void theDifferenceOfTwoSnapshotsHasOnlyWhatCameBetweenAndItsRate() throws Exception {
        node.beginOn(orders, payments).commit();
        MetricsSnapshot before = node.metrics();
        for (int i = 0; i < 30; i++) {
            node.beginOn(orders, payments).commit();
        }
        node.advance(Duration.ofSeconds(60));
        MetricsSnapshot minute = node.metrics().since(before);
        assertThat(minute.transactions().committed()).isEqualTo(30);
        assertThat(minute.perSecond(minute.transactions().committed())).isEqualTo(0.5);
        assertThat(minute.resources().get("payments").count("COMMIT")).isEqualTo(30);
        assertThat(minute.phases().get(MetricsSnapshot.Phase.PREPARE).count()).isEqualTo(30);
        assertThatThrownBy(() -> before.since(node.metrics()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an earlier one is allowed");
    }

    @Test
    void whatHappenedLatelyIsOfOneOrTwoMinutesHoweverOftenSomebodyAsks() throws Exception {
        RecentMetrics recent = new RecentMetrics(node::metrics);
        assertThat(recent.get().perSecond(1)).as("in no time").isZero();
        for (int second = 1; second <= 600; second++) {
            node.beginOn(orders, payments).commit();
            node.advance(Duration.ofSeconds(1));
            MetricsSnapshot lately = recent.get();
            long seconds = lately.periodNanos() / 1_000_000_000;
            assertThat(seconds).isBetween(Math.min(second, 60L), 119L);
            assertThat(lately.transactions().committed()).isEqualTo(seconds);
        }
    }

    @Test
    void whatHappenedLatelyIsOfALongerTimeWhenNobodyHasAsked() throws Exception {
        RecentMetrics recent = new RecentMetrics(node::metrics);
        node.beginOn(orders, payments).commit();
        node.advance(Duration.ofHours(1));
        assertThat(recent.get().periodNanos()).isEqualTo(Duration.ofHours(1).toNanos());
        node.advance(Duration.ofMinutes(1));
        MetricsSnapshot lately = recent.get();
        assertThat(lately.periodNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());
        assertThat(lately.transactions().committed()).isZero();
    }

    @Test
    void nothingIsLostWhenThreadsCommitAtTheSameTime() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                try {
                    for (int n = 0; n < 500; n++) {
                        node.beginOn(orders, payments).commit();
                    }
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        MetricsSnapshot metrics = node.metrics();
        assertThat(metrics.transactions().begun()).isEqualTo(2_000);
        assertThat(metrics.transactions().committed()).isEqualTo(2_000);
        assertThat(metrics.resources().get("orders").count("PREPARE")).isEqualTo(2_000);
        assertThat(timed(MetricsSnapshot.Phase.PREPARE)).isEqualTo(2_000);
    }
}
