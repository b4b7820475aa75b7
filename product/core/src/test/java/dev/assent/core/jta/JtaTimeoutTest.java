package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RecordingXaResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicCommitException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Law 20: one compare-and-set decides between timeout and commit. */
@Fast
class JtaTimeoutTest {
    private static final Duration TOO_LONG = Duration.ofSeconds(6);

    /** The fault point at which the test acts next. */
    private FaultPoint point;

    private Runnable atPoint = () -> {};

    private final TestNode node = TestNode.builder().tracer(this::reached).open();
    private final EventList events = node.events();
    private final NodeTransactionManager manager = node.manager();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");
    private JtaTransaction transaction;

    private void reached(FaultPoint reached, Object id, int participant) {
        if (reached == point) {
            point = null;
            atPoint.run();
        }
    }

    @BeforeEach
    void begin() throws Exception {
        manager.setTransactionTimeout(5);
        transaction = node.begin();
        transaction.registerSynchronization(new RecordingSynchronization("s", events));
    }

    @AfterEach
    void closeNode() {
        assertThat(events.all().stream().filter(event -> event.startsWith("s.after")))
                .as("afterCompletion is called once")
                .hasSize(1);
        node.close();
    }

    @Test
    void nothingHappensWhileThereIsTime() throws Exception {
        transaction.enlistResource(orders.connect());
        node.advance(Duration.ofMillis(4_999));
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        manager.commit();
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void theThreadIsToldByCommitThatItsTimeWasOver() throws Exception {
        RecordingXaResource connection = orders.connect();
        transaction.enlistResource(connection);
        node.advance(Duration.ofSeconds(5));
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ROLLEDBACK);
        assertThat(connection.isAtWork()).isFalse();
        events.assertExactly("orders.start", "orders.end(TMFAIL)", "orders.rollback", "s.after(ROLLEDBACK)");
        assertThat(manager.getTransaction()).as("until it is told").isSameAs(transaction);
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2021")
                .hasMessageContaining("timed out after 5 s")
                .hasMessageContaining(transaction.id().toString())
                .satisfies(told -> assertThat(told.getCause()).hasMessage(told.getMessage()));
        assertThat(manager.getTransaction()).isNull();
    }

    @Test
    void rollbackAfterTheTimeoutIsQuiet() throws Exception {
        transaction.enlistResource(orders.connect());
        node.advance(TOO_LONG);
        manager.setRollbackOnly();
        manager.rollback();
        assertThat(manager.getTransaction()).isNull();
        assertThat(events.count("rollback")).isEqualTo(1);
    }

    @Test
    void whatWentAnotherWayAfterTheTimeoutIsTold() throws Exception {
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        transaction.enlistResource(orders.connect());
        node.advance(TOO_LONG);
        assertThatThrownBy(manager::rollback)
                .isExactlyInstanceOf(SystemException.class)
                .hasCauseExactlyInstanceOf(HeuristicCommitException.class);
    }

    /** The application may never ask. */
    @Test
    void whatWentAnotherWayAfterTheTimeout_isToldToOperatorsOnce() throws Exception {
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        transaction.enlistResource(orders.connect());
        node.advance(TOO_LONG);
        node.advance(TOO_LONG);

        assertThat(node.notices().all().stream().filter(each -> each.contains("ASSENT-2022")))
                .singleElement()
                .asString()
                .contains(transaction.id().toString(), "HEURISTIC_COMMIT", "'orders'");
    }

    @Test
    void whatIsJustGoingAnotherWayAfterTheTimeoutIsToldWhenItIsOnRecord() throws Exception {
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        Thread client = Thread.currentThread();
        AtomicBoolean isHeard = new AtomicBoolean();
        point = FaultPoint.BEFORE_FORCE;
        atPoint = () -> {
            isHeard.set(true);
            Awaitility.await().until(() -> client.getState() == Thread.State.WAITING);
        };
        Thread timer = new Thread(() -> node.advance(TOO_LONG));
        timer.start();
        while (!isHeard.get() && timer.isAlive()) {
            Thread.onSpinWait(); // it must not look as if it waited
        }
        assertThatThrownBy(manager::commit).isExactlyInstanceOf(HeuristicMixedException.class);
        timer.join();
    }

    @Test
    void aMarkedTransactionThatTimedOutSaysThatItDid() throws Exception {
        transaction.setRollbackOnly();
        node.advance(TOO_LONG);
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2021")
                .hasRootCauseExactlyInstanceOf(MarkedRollback.class);
    }

    private void assertToldOnce() {
        assertThat(node.notices().all())
                .as("warnings")
                .containsExactly("warning: ASSENT-2021 transaction " + transaction.id()
                        + " timed out after 5 s: it is rolled back, and takes no more work. End it; if its work needs"
                        + " longer, raise its timeout (setTransactionTimeout, or 'transaction-timeout-seconds' of the"
                        + " node)");
    }

    @Test
    void operatorsAreToldOnceForAllBranches() throws Exception {
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        node.advance(TOO_LONG);
        node.advance(TOO_LONG);
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertToldOnce();
    }

    @Test
    void aTimeoutThatTurnsAPhaseOneIsToldOnce() throws Exception {
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        point = FaultPoint.AFTER_PREPARE;
        atPoint = () -> node.advance(TOO_LONG);
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertToldOnce();
    }

    @Test
    void aTimeoutThatComesTooLateIsNotTold() throws Exception {
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        point = FaultPoint.BEFORE_FORCE;
        atPoint = () -> node.advance(TOO_LONG);
        manager.commit();
        assertThat(node.notices().all()).isEmpty();
    }

    @Test
    void oneThatIsTakenForAnotherReasonSaysThatAndNotThatItTimedOut() throws Exception {
        transaction.enlistResource(orders.connect());
        transaction.engine().unasked().abandon(new IllegalStateException("its connection was taken back"));
        node.advance(TOO_LONG);
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2020")
                .hasMessageContaining("its connection was taken back")
                .hasRootCauseMessage("its connection was taken back");
        assertThat(node.notices().all()).isEmpty();
    }

    @Test
    void workAfterTheTimeoutIsRefusedAndSaysWhy() throws Exception {
        RecordingXaResource connection = orders.connect();
        transaction.enlistResource(connection);
        node.advance(TOO_LONG);
        assertThatThrownBy(() -> transaction.enlistResource(payments.connect()))
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2021");
        assertThatThrownBy(() -> transaction.registerSynchronization(new RecordingSynchronization("late", events)))
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2021");
        assertThatThrownBy(() ->
                        node.registry().registerInterposedSynchronization(new RecordingSynchronization("late", events)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-2021");
        assertThat(transaction.delistResource(connection, XAResource.TMSUCCESS)).isFalse();
        assertThat(node.registry().getRollbackOnly()).isTrue();
        assertThat(events.of("payments")).isEmpty();
        assertThat(events.of("late")).isEmpty();
    }

    @Test
    void aTimeoutDuringPhaseOneTurnsItToRollback() throws Exception {
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        point = FaultPoint.AFTER_PREPARE;
        atPoint = () -> node.advance(TOO_LONG);
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2021");
        assertThat(events.count("force")).isZero();
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(payments.rolledBack()).isEqualTo(1);
    }

    @Test
    void aTimeoutAfterTheLastVoteAndBeforeTheRecordIsTooLate() throws Exception {
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        point = FaultPoint.BEFORE_FORCE;
        atPoint = () -> node.advance(TOO_LONG);
        manager.commit();
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
    }

    @Test
    void aTimeoutAfterTheDecisionDoesNothing() throws Exception {
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        point = FaultPoint.AFTER_FORCE;
        atPoint = () -> node.advance(TOO_LONG);
        manager.commit();
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
        assertThat(events.all()).endsWith("s.after(COMMITTED)");
    }

    @Test
    void aTimeoutDuringAOnePhaseCommitDoesNothing() throws Exception {
        transaction.enlistResource(orders.connect());
        point = FaultPoint.BEFORE_ONE_PHASE;
        atPoint = () -> node.advance(TOO_LONG);
        manager.commit();
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void aTimeoutDuringRollbackDoesNothing() throws Exception {
        transaction.enlistResource(orders.connect());
        point = FaultPoint.BEFORE_ROLLBACK;
        atPoint = () -> node.advance(TOO_LONG);
        manager.rollback();
        assertThat(events.count("rollback")).isEqualTo(1);
    }

    @Test
    void aTimeoutBeforeCompletionEndsTheSynchronizations() throws Exception {
        transaction.enlistResource(orders.connect());
        transaction.registerSynchronization(
                new RecordingSynchronization("slow", events).before(() -> node.advance(TOO_LONG)));
        transaction.registerSynchronization(new RecordingSynchronization("next", events));
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2021");
        assertThat(events.all()).doesNotContain("next.before").contains("next.after(ROLLEDBACK)");
        assertThat(orders.rolledBack()).isEqualTo(1);
    }

    @Test
    void aTimeoutWhileAThreadEnlistsIsLeftToThatThread() throws Exception {
        RecordingXaResource connection = orders.connect();
        CountDownLatch gate = new CountDownLatch(1);
        orders.waitsFor(XaVerb.START, gate);
        FutureTask<Boolean> enlisting = new FutureTask<>(() -> transaction.enlistResource(connection));
        Thread thread = new Thread(enlisting);
        thread.start();
        Awaitility.await().until(() -> events.all().contains("orders.start"));
        node.advance(TOO_LONG);
        assertThat(events.all()).doesNotContain("orders.rollback");
        gate.countDown();
        thread.join();
        assertThatThrownBy(enlisting::get)
                .as("work on the connection would be outside of the transaction")
                .cause()
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2021");
        assertThat(connection.isAtWork()).isFalse();
        events.assertExactly("orders.start", "orders.end(TMFAIL)", "orders.rollback", "s.after(ROLLEDBACK)");
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
    }

    @Test
    void theTimeoutsOfEndedTransactionsAreForgotten() throws Exception {
        transaction.enlistResource(orders.connect());
        manager.commit();
        node.advance(TOO_LONG);
        assertThat(events.count("rollback")).isZero();
        assertThat(node.coordinator().active()).isEmpty();
    }

    @Test
    void whyClosed_takenAwayByAnErrorWithoutAMessage_namesItsClass() {
        transaction.engine().unasked().abandon(new StackOverflowError());
        assertThat(transaction.whyClosed()).isEqualTo("is rolled back: java.lang.StackOverflowError");
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
    }
}
