package dev.assent.core.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.LogUnavailableException;
import dev.assent.OperatorRequest;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Durability;
import dev.assent.core.log.RecordKind;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.transaction.xa.XAException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assembly as an application has it: real clock, real threads, a log in a folder. */
@Fast
class AssentIT {
    @TempDir
    Path parent;

    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);

    private AssentConfig config() {
        return AssentConfig.defaults().with(Setting.LOG_FOLDER, parent.resolve("log"));
    }

    private Assent open() {
        Assent assent = Assent.builder().config(config()).open();
        assent.register(orders);
        assent.register(payments);
        return assent;
    }

    private JtaTransaction begin(Assent assent) throws Exception {
        assent.transactionManager().begin();
        JtaTransaction begun = (JtaTransaction) assent.transactionManager().getTransaction();
        begun.enlistResource(orders.connect());
        begun.enlistResource(payments.connect());
        return begun;
    }

    /** Remembers the statuses that it gets after completion. */
    private record Told(List<Integer> statuses) implements Synchronization {
        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            statuses.add(status);
        }
    }

    @Test
    void twoResourcesCommitWithOneRecord() throws Exception {
        try (Assent assent = open()) {
            begin(assent);
            assent.transactionManager().commit();
            assertThat(orders.committed() + payments.committed()).isEqualTo(2);
            assertThat(assent.logStatistics().records()).isEqualTo(1);
            assertThat(assent.logStatistics().liveBytes()).isZero();
        }
        assertThat(orders.violations()).isEmpty();
        assertThat(payments.violations()).isEmpty();
    }

    @Test
    void aDecisionOutlivesTheNodeAndIsCarriedOutOnceItsResourcesAreRegistered() throws Exception {
        Assent before = open();
        for (RecordingResource each : List.of(orders, payments)) {
            each.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
            each.setOutage(new IOException("no route to host"));
        }
        begin(before).commit();
        before.close();
        orders.setOutage(null);
        payments.setOutage(null);
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        try (Assent next = open()) {
            assertThat(next.life().epoch()).isEqualTo(before.life().epoch() + 1);
            Awaitility.await().until(() -> orders.committed() + payments.committed() == 2);
            Awaitility.await().until(() -> Internals.coordinator(next).parked().isEmpty());
        }
    }

    /** A later crash brings back no transaction that had ended. */
    @Test
    void theEndIsForcedSoonThoughNothingElseIs() throws Exception {
        try (Assent assent = open()) {
            begin(assent).commit();
            Awaitility.await().until(() -> assent.logStatistics().forces() == 2);
        }
    }

    @Test
    void aResourceThatComesBackIsFoundWithoutBeingAsked() throws Exception {
        try (Assent assent = open()) {
            orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
            begin(assent).commit();
            Awaitility.await().until(() -> orders.committed() == 1);
        }
    }

    @Test
    void aResourceThatComesDuringASlowPassIsLookedAtSoonAfterIt() throws Exception {
        RecordingLayer layer = new RecordingLayer();
        try (Assent assent = Internals.layer(Assent.builder().config(config()), parts -> layer)
                .open()) {
            CountDownLatch isLooking = new CountDownLatch(1);
            CountDownLatch gate = new CountDownLatch(1);
            orders.onOpen(() -> {
                isLooking.countDown();
                awaitGate(gate);
            });
            assent.register(orders);
            isLooking.await();
            assent.register(payments);
            layer.awaitTicks();
            gate.countDown();
            Awaitility.await().until(() -> !events.of("payments").isEmpty());
        }
    }

    private static void awaitGate(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theTimerRollsBackWhatTakesTooLong() throws Exception {
        try (Assent assent = open()) {
            List<Integer> told = new CopyOnWriteArrayList<>();
            TransactionManager manager = assent.transactionManager();
            long before = rolledBack();
            for (int seconds = 1; !isRegistered(assent, seconds, new Told(told)); seconds *= 2) {
                assertThat(seconds).isLessThan(600);
                Awaitility.await()
                        .until(() -> Internals.coordinator(assent).active().isEmpty());
                before = rolledBack();
            }
            Awaitility.await().until(() -> told.contains(Status.STATUS_ROLLEDBACK));
            assertThatThrownBy(manager::commit)
                    .isExactlyInstanceOf(RollbackException.class)
                    .hasMessageContaining("ASSENT-2021");
            assertThat(told).hasSize(1);
            assertThat(rolledBack() - before).isEqualTo(2);
        }
    }

    private long rolledBack() {
        return orders.rolledBack() + payments.rolledBack();
    }

    /** With a transaction that has so many seconds; false when they were over before, as may be on a slow machine. */
    private boolean isRegistered(Assent assent, int seconds, Told told) throws Exception {
        TransactionManager manager = assent.transactionManager();
        manager.setTransactionTimeout(seconds);
        try {
            begin(assent).registerSynchronization(told);
            return true;
        } catch (RollbackException | SystemException | IllegalStateException tooLate) {
            manager.rollback();
            return false;
        }
    }

    @Test
    void closingRollsBackWhatIsActiveAndTellsItsApplicationWhy() throws Exception {
        List<Integer> told = new CopyOnWriteArrayList<>();
        Assent assent = open();
        TransactionManager manager = assent.transactionManager();
        JtaTransaction transaction = begin(assent);
        transaction.registerSynchronization(new Told(told));
        assent.close();
        assent.close();
        assertThat(told).containsExactly(Status.STATUS_ROLLEDBACK);
        assertThat(orders.rolledBack() + payments.rolledBack()).isEqualTo(2);
        assertThatThrownBy(manager::commit)
                .isExactlyInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-1005");
        assertThat(told).hasSize(1);
        assertThatThrownBy(manager::begin)
                .isExactlyInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-1004");
    }

    @Test
    void closingWaitsForACommitUnderWay() throws Exception {
        Assent assent = open();
        CountDownLatch gate = new CountDownLatch(1);
        payments.waitsFor(XaVerb.COMMIT, gate);
        Thread committing = new Thread(() -> {
            try {
                begin(assent).commit();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        committing.start();
        Awaitility.await().until(() -> events.all().contains("payments.commit"));
        Thread closing = new Thread(assent::close);
        closing.start();
        Awaitility.await().until(() -> !Internals.coordinator(assent).isRunning());
        gate.countDown();
        committing.join();
        closing.join();
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
        try (Assent next = open()) {
            assertThat(Internals.coordinator(next).parked()).isEmpty();
        }
    }

    @Test
    void aForgettingThatCannotBeOnRecordNowIsNotTakenForOneOfNothing() throws Exception {
        try (Assent assent = open()) {
            orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
            JtaTransaction transaction = begin(assent);
            assertThatThrownBy(transaction::commit).isInstanceOf(HeuristicMixedException.class);
            Path audit = Files.createDirectory(parent.resolve("log").resolve("audit.log"));
            assertThatThrownBy(() -> assent.operator().forget(transaction.id()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ASSENT-4023");
            Files.delete(audit);
            assent.operator().forget(transaction.id());
            assertThatThrownBy(() -> assent.operator().forget(transaction.id()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ASSENT-4010");
        }
    }

    @Test
    void aFolderHasOneNodeAtATime() {
        try (Assent assent = open()) {
            assertThat(Internals.coordinator(assent).isRunning()).isTrue();
            assertThatThrownBy(this::open)
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageContaining("ASSENT-3004");
        }
        open().close();
    }

    @Test
    void aResourceIsRegisteredOnceUnderANameThatIsAllowed() {
        try (Assent assent = open()) {
            assertThatThrownBy(() -> assent.register(orders))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ASSENT-1011");
            assertThatThrownBy(() -> assent.register(new RecordingResource("two words", events)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ASSENT-1010")
                    .hasMessageContaining("'two words'");
        }
    }

    @Test
    void whatIsAboveANodeIsToldOfItsLifeInOrder() {
        RecordingLayer layer = new RecordingLayer();
        Assent assent = Internals.layer(Assent.builder().config(config()), parts -> layer)
                .open();
        Awaitility.await().until(() -> layer.told.contains("tick"));
        assent.close();
        assertThat(layer.told).containsExactly("descriptions", "ready", "tick", "stop", "idle?", "idle?", "close");
    }

    @Test
    void whatThrowsAboveANodeKeepsNothingBelowItOpen() {
        RecordingLayer layer = new RecordingLayer() {
            @Override
            public void stop() {
                throw new IllegalStateException("stop");
            }

            @Override
            public void close() {
                throw new IllegalStateException("close");
            }
        };
        Assent assent = Internals.layer(Assent.builder().config(config()), parts -> layer)
                .open();
        assertThatThrownBy(assent::close)
                .hasMessage("stop")
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("close"));
        open().close();
    }

    @Test
    void whatIsAboveANodeThatIsOpenedForAnOperatorNeverBecomesReady() {
        Assent.builder().config(config()).open().close();
        RecordingLayer held = new RecordingLayer();
        Internals.layer(Assent.builder().config(config()), parts -> held)
                .openHeld()
                .close();
        RecordingLayer read = new RecordingLayer();
        Internals.layer(Assent.builder().config(config()), parts -> read)
                .openToRead()
                .close();
        assertThat(List.of(held, read))
                .allSatisfy(each -> assertThat(each.told)
                        .startsWith("descriptions")
                        .containsSubsequence("stop", "close") // ticks go on until it has closed
                        .doesNotContain("ready"));
    }

    @Test
    void open_aLayerDoesNotBecomeReadyAndCantBeStopped_throwsTheFirstFailure() {
        RecordingLayer layer = new RecordingLayer() {
            @Override
            public void ready() {
                throw new IllegalStateException("ready");
            }

            @Override
            public void stop() {
                throw new IllegalStateException("stop");
            }
        };
        assertThatThrownBy(() -> Internals.layer(Assent.builder().config(config()), parts -> layer)
                        .open())
                .hasMessage("ready")
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("stop"));
        open().close();
    }

    @Test
    void list_stoppedByAnErrorWithoutAMessage_namesItsClass() {
        try (Assent assent = open()) {
            Internals.coordinator(assent).stop(new StackOverflowError());
            assertThat(list(assent)).contains("stopped: java.lang.StackOverflowError");
        }
    }

    @Test
    void list_onlyTheLogHasFailed_saysWhy() throws Exception {
        try (Assent assent = open()) {
            Files.delete(parent.resolve("log").resolve("segment-a"));
            DecisionLog log = Internals.coordinator(assent).log();
            long position = log.append(RecordKind.DECISION, new LocalTransactionId(assent.life(), 1), out -> {});
            assertThat(log.force(position, late -> {})).isEqualTo(Durability.UNKNOWN);
            assertThat(list(assent)).contains("stopped: ", "it was deleted or replaced while it was in use");
        }
    }

    private static String list(Assent assent) {
        return assent.operator()
                .run(new OperatorRequest(OperatorRequest.Verb.LIST, "", OperatorRequest.Flags.NONE, ""))
                .text();
    }

    @Test
    void drain_limitIsLongerThanNanosecondsCanTell_isTheLongestOne() {
        try (Assent assent = open()) {
            assertThat(assent.drain(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
            assertThat(assent.drain(Duration.ofSeconds(Long.MIN_VALUE))).isTrue();
        }
    }
}
