package dev.assent.core.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.transaction.xa.XAException;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of transactions in Java's flight recorder. */
@Fast
class FlightRecorderIT {
    private static final List<String> NAMES =
            List.of("Begin", "Enlist", "Prepare", "Force", "Commit", "Rollback", "Timeout", "RecoveryPass");

    @TempDir
    Path folder;

    /** Something to be recorded. */
    private interface Work {
        void run() throws Exception;
    }

    private List<RecordedEvent> record(Work work) throws Exception {
        try (Recording recording = new Recording()) {
            NAMES.forEach(name -> recording.enable("dev.assent." + name).withoutThreshold());
            recording.start();
            work.run();
            recording.stop();
            Path file = folder.resolve("recording.jfr");
            recording.dump(file);
            return read(file);
        }
    }

    private static List<RecordedEvent> read(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.assent."))
                .toList();
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.assent." + name))
                .toList();
    }

    @Test
    void aCommitIsSeenFromBeginToEndWithItsIdAndDurations() throws Exception {
        try (TestNode node = TestNode.open()) {
            RecordingResource orders = node.resource("orders");
            RecordingResource payments = node.resource("payments");
            JtaTransaction[] ended = new JtaTransaction[1];
            CountDownLatch gate = new CountDownLatch(1);
            payments.waitsFor(XaVerb.PREPARE, gate);
            Duration held = Duration.ofMillis(20);
            List<RecordedEvent> events = record(() -> {
                ended[0] = node.beginOn(orders, payments);
                Thread opener = new Thread(() -> {
                    long heldFrom = System.nanoTime();
                    Awaitility.await()
                            .pollInterval(Duration.ofMillis(1))
                            .until(() -> node.events().all().contains("payments.prepare")
                                    && System.nanoTime() - heldFrom > held.toNanos());
                    gate.countDown();
                });
                opener.start();
                ended[0].commit();
                opener.join();
            });
            String id = ended[0].id().toString();
            assertThat(events)
                    .allSatisfy(
                            event -> assertThat(event.getString("transaction")).isEqualTo(id));
            assertThat(of(events, "Begin")).hasSize(1);
            assertThat(of(events, "Enlist"))
                    .extracting(event -> event.getString("participant"))
                    .containsExactlyInAnyOrder("orders", "payments");
            assertThat(of(events, "Prepare"))
                    .extracting(event -> event.getString("participant") + " " + event.getString("answer"))
                    .containsExactlyInAnyOrder("orders PREPARED", "payments PREPARED");
            assertThat(of(events, "Prepare"))
                    .filteredOn(event -> event.getString("participant").equals("payments"))
                    .singleElement()
                    .satisfies(event -> assertThat(event.getDuration()).isGreaterThan(Duration.ofMillis(1)));
            assertThat(of(events, "Force")).singleElement().satisfies(event -> {
                assertThat(event.getString("durability")).isEqualTo("DURABLE");
                assertThat(event.getDuration()).isPositive();
            });
            assertThat(of(events, "Commit")).hasSize(2).allSatisfy(event -> {
                assertThat(event.getBoolean("onePhase")).isFalse();
                assertThat(event.getString("answer")).isEqualTo("DONE");
            });
            assertThat(of(events, "Rollback")).isEmpty();
        }
    }

    @Test
    void onePhaseRollbackTimeoutAndRecoveryAreSeen() throws Exception {
        try (TestNode node = TestNode.open()) {
            RecordingResource orders = node.resource("orders");
            RecordingResource payments = node.resource("payments");
            JtaTransaction[] timedOut = new JtaTransaction[1];
            List<RecordedEvent> events = record(() -> {
                node.beginOn(orders).commit();
                node.manager().setTransactionTimeout(1);
                timedOut[0] = node.beginOn(orders);
                node.advance(Duration.ofSeconds(2));
                assertThatThrownBy(timedOut[0]::commit).isInstanceOf(RollbackException.class);
                orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
                node.beginOn(orders, payments).commit();
                payments.setOutage(new IOException("no route"));
                node.recovery().run(true);
                payments.setOutage(null);
            });
            String id = timedOut[0].id().toString();
            assertThat(of(events, "Begin")).hasSize(3);
            assertThat(of(events, "Commit"))
                    .filteredOn(event -> event.getBoolean("onePhase"))
                    .hasSize(1);
            assertThat(of(events, "Timeout"))
                    .singleElement()
                    .satisfies(
                            event -> assertThat(event.getString("transaction")).isEqualTo(id));
            assertThat(of(events, "Rollback"))
                    .singleElement()
                    .satisfies(
                            event -> assertThat(event.getString("transaction")).isEqualTo(id));
            assertThat(of(events, "Commit"))
                    .extracting(event -> event.getString("answer"))
                    .contains("RETRY");
            assertThat(of(events, "RecoveryPass")).singleElement().satisfies(event -> {
                assertThat(event.getString("transaction")).isNull();
                assertThat(event.getInt("committed")).isEqualTo(1);
                assertThat(event.getInt("unreachable")).isEqualTo(1);
                assertThat(event.getDuration()).isPositive();
            });
        }
    }

    @Test
    void nothingIsRecordedThatNobodyAskedFor() throws Exception {
        try (TestNode node = TestNode.open();
                Recording recording = new Recording()) {
            NAMES.forEach(name -> recording.disable("dev.assent." + name));
            recording.enable("dev.assent.Force").withoutThreshold();
            recording.start();
            node.beginOn(node.resource("orders"), node.resource("payments")).commit();
            recording.stop();
            Path file = folder.resolve("some.jfr");
            recording.dump(file);
            assertThat(read(file))
                    .extracting(event -> event.getEventType().getName())
                    .containsOnly("dev.assent.Force");
        }
    }
}
