package dev.assent.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.MetricsSnapshot;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.ForwardingStorage;
import dev.assent.core.log.LogOptions;
import dev.assent.core.log.Storage;
import dev.assent.core.log.Storage.StoredFile;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each phase gets its own time: here every participant and every force takes a time of its own. */
@Fast
class PhaseDurationTest {
    private static final int FORCE_MILLIS = 32;

    private final AdjustableClock clock = new AdjustableClock();
    private final TestNode node = TestNode.builder()
            .clock(clock)
            .log(FileDecisionLog.open(
                    new SlowStorage(new SimulatedDisk().mount(new SplittableRandom(1))),
                    new LogOptions(LogOptions.SEGMENT_BYTES_MIN),
                    () -> new NodeId(1, 2)))
            .tracer((point, id, participant) -> clock.advance(Duration.ofMillis(millis(point))))
            .open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");
    private final RecordingLocalResource ledger = new RecordingLocalResource("ledger", node.events(), false);

    /** Within a verb: its participant takes so long. */
    private static int millis(FaultPoint point) {
        return switch (point) {
            case BEFORE_PREPARE -> 1;
            case BEFORE_COMMIT -> 2;
            case BEFORE_ROLLBACK -> 4;
            case BEFORE_ONE_PHASE -> 8;
            case BEFORE_LAST -> 16;
            default -> 0;
        };
    }

    private final class SlowStorage extends ForwardingStorage {
        SlowStorage(Storage storage) {
            super(storage);
        }

        @Override
        protected ForwardingFile around(StoredFile file) {
            return new ForwardingFile(file) {
                @Override
                public void force() throws IOException {
                    super.force();
                    clock.advance(Duration.ofMillis(FORCE_MILLIS));
                }
            };
        }
    }

    @BeforeEach
    void registerLedger() {
        node.resources().register(ledger);
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    private void assertTook(MetricsSnapshot.Phase phase, int times, int millisEach) {
        MetricsSnapshot.Latency took = node.metrics().phases().get(phase);
        assertThat(took.count()).as("times of %s", phase).isEqualTo(times);
        assertThat(took.meanNanos()).as("time of %s", phase).isEqualTo(millisEach * 1_000_000L);
    }

    @Test
    void ofTwoPhases() throws Exception {
        node.beginOn(orders, payments).commit();
        assertTook(MetricsSnapshot.Phase.PREPARE, 1, 2);
        assertTook(MetricsSnapshot.Phase.FORCE, 1, FORCE_MILLIS);
        assertTook(MetricsSnapshot.Phase.COMMIT, 1, 4);
        assertTook(MetricsSnapshot.Phase.ROLLBACK, 0, 0);
        assertTook(MetricsSnapshot.Phase.ONE_PHASE, 0, 0);
        assertTook(MetricsSnapshot.Phase.LAST_RESOURCE, 0, 0);
    }

    @Test
    void ofOnePhase() throws Exception {
        node.beginOn(orders).commit();
        assertTook(MetricsSnapshot.Phase.ONE_PHASE, 1, 8);
        assertTook(MetricsSnapshot.Phase.PREPARE, 0, 0);
        assertTook(MetricsSnapshot.Phase.COMMIT, 0, 0);
    }

    @Test
    void ofARollback() throws Exception {
        node.beginOn(orders, payments).rollback();
        assertTook(MetricsSnapshot.Phase.ROLLBACK, 1, 8);
        assertTook(MetricsSnapshot.Phase.PREPARE, 0, 0);
    }

    @Test
    void ofARefusal() throws Exception {
        payments.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        JtaTransaction refused = node.beginOn(orders, payments);
        assertThatThrownBy(refused::commit).isNotNull();
        assertTook(MetricsSnapshot.Phase.PREPARE, 1, 2);
        assertTook(MetricsSnapshot.Phase.ROLLBACK, 1, 4);
        assertTook(MetricsSnapshot.Phase.FORCE, 0, 0);
    }

    @Test
    void ofALastResource() throws Exception {
        JtaTransaction begun = node.beginOn(orders);
        begun.enlistLastResource("ledger", ledger.work());
        begun.commit();
        assertTook(MetricsSnapshot.Phase.PREPARE, 1, 1);
        assertTook(MetricsSnapshot.Phase.LAST_RESOURCE, 1, 16);
        assertTook(MetricsSnapshot.Phase.FORCE, 2, FORCE_MILLIS);
        assertTook(MetricsSnapshot.Phase.COMMIT, 1, 2);
    }
}
