package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which thread has which transaction: Jakarta Transactions 2.0, sections 3.1 and 3.2. */
@Fast
class JtaThreadsTest {
    private final TestNode node = TestNode.open();
    private final NodeTransactionManager manager = node.manager();

    @AfterEach
    void closeNode() {
        node.close();
    }

    private static <T> T onOtherThread(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
        return task.get();
    }

    @Test
    void aThreadHasNoTransactionBeforeBegin() {
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThat(manager.getTransaction()).isNull();
        assertThat(manager.suspend()).isNull();
    }

    @Test
    void beginTiesAnActiveTransactionToTheThreadUntilCommit() throws Exception {
        manager.begin();
        JtaTransaction begun = manager.getTransaction();
        assertThat(begun).isNotNull().isSameAs(manager.getTransaction());
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        manager.commit();
        assertThat(manager.getTransaction()).isNull();
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThat(begun.getStatus()).isEqualTo(Status.STATUS_COMMITTED);
    }

    @Test
    void rollbackUntiesTheThread() throws Exception {
        JtaTransaction begun = node.begin();
        manager.rollback();
        assertThat(manager.getTransaction()).isNull();
        assertThat(begun.getStatus()).isEqualTo(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void aFailedCommitUntiesTheThread() throws Exception {
        RecordingResource orders = node.resource("orders");
        orders.fails(XaVerb.COMMIT_ONE_PHASE, XAException.XA_RBROLLBACK);
        node.beginOn(orders);
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(manager.getTransaction()).isNull();
    }

    @Test
    void aNestedBeginIsNotSupportedAndTheThreadKeepsItsTransaction() throws Exception {
        JtaTransaction begun = node.begin();
        assertThatThrownBy(manager::begin)
                .isInstanceOf(NotSupportedException.class)
                .hasMessageContaining("ASSENT-1020")
                .hasMessageContaining(begun.id().toString());
        assertThat(manager.getTransaction()).isSameAs(begun);
        manager.rollback();
    }

    private interface Use {
        void of(NodeTransactionManager manager) throws Exception;
    }

    static Stream<Use> usesThatNeedATransaction() {
        return Stream.of(
                NodeTransactionManager::commit,
                NodeTransactionManager::rollback,
                NodeTransactionManager::setRollbackOnly);
    }

    @ParameterizedTest
    @MethodSource
    void usesThatNeedATransaction(Use use) {
        assertThatThrownBy(() -> use.of(manager))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1021");
    }

    @Test
    void anotherThreadHasItsOwnTransaction() throws Exception {
        JtaTransaction mine = node.begin();
        JtaTransaction theirs = onOtherThread(() -> {
            assertThat(manager.getTransaction()).isNull();
            JtaTransaction begun = node.begin();
            manager.rollback();
            return begun;
        });
        assertThat(theirs).isNotSameAs(mine).isNotEqualTo(mine);
        assertThat(theirs.id()).isNotEqualTo(mine.id());
        assertThat(manager.getTransaction()).isSameAs(mine);
        manager.rollback();
    }

    @Test
    void aSuspendedTransactionGoesOnWhereItIsResumed() throws Exception {
        JtaTransaction begun = node.begin();
        assertThat(manager.suspend()).isSameAs(begun);
        assertThat(manager.getTransaction()).isNull();
        assertThat(begun.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        JtaTransaction other = node.begin();
        assertThat(other).isNotSameAs(begun);
        manager.commit();
        onOtherThread(() -> {
            manager.resume(begun);
            assertThat(manager.getTransaction()).isSameAs(begun);
            manager.commit();
            return null;
        });
        assertThat(begun.getStatus()).isEqualTo(Status.STATUS_COMMITTED);
    }

    @Test
    void suspendDoesNotTouchResources() throws Exception {
        RecordingResource orders = node.resource("orders");
        node.beginOn(orders);
        Transaction suspended = manager.suspend();
        manager.resume(suspended);
        node.events().assertExactly("orders.start");
        manager.rollback();
    }

    @Test
    void resumeOverAnotherTransactionIsRefused() throws Exception {
        JtaTransaction first = node.begin();
        manager.suspend();
        JtaTransaction second = node.begin();
        assertThatThrownBy(() -> manager.resume(first))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1024 cannot resume transaction " + first.id() + ":");
        assertThat(manager.getTransaction()).isSameAs(second);
        assertThatThrownBy(() -> manager.resume(second)).isInstanceOf(IllegalStateException.class);
        manager.rollback();
        first.rollback();
    }

    @Test
    void resumeOfNothingOfAStrangerOrOfAnEndedTransactionIsRefused() throws Exception {
        assertThatThrownBy(() -> manager.resume(null)).isInstanceOf(InvalidTransactionException.class);
        try (TestNode stranger = TestNode.open()) {
            JtaTransaction foreign = stranger.begin();
            assertThatThrownBy(() -> manager.resume(foreign))
                    .isInstanceOf(InvalidTransactionException.class)
                    .hasMessageContaining("ASSENT-1025");
            foreign.rollback();
        }
        JtaTransaction ended = node.begin();
        manager.commit();
        assertThatThrownBy(() -> manager.resume(ended)).isInstanceOf(InvalidTransactionException.class);
        assertThat(manager.getTransaction()).isNull();
    }

    @Test
    void resumeOfATransactionThatWaitsForRecoveryIsRefused() throws Exception {
        RecordingResource orders = node.resource("orders");
        RecordingResource payments = node.resource("payments");
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction parked = node.beginOn(orders, payments);
        manager.commit();
        assertThat(parked.getStatus()).isEqualTo(Status.STATUS_COMMITTING);
        assertThatThrownBy(() -> manager.resume(parked)).isInstanceOf(InvalidTransactionException.class);
    }

    @Test
    void aTransactionThatTimedOutWhileSuspendedIsResumedSoThatItsThreadIsTold() throws Exception {
        manager.setTransactionTimeout(5);
        JtaTransaction begun = node.begin();
        manager.suspend();
        node.advance(Duration.ofSeconds(6));
        assertThat(begun.getStatus()).isEqualTo(Status.STATUS_ROLLEDBACK);
        manager.resume(begun);
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2021");
        assertThat(manager.getTransaction()).isNull();
    }

    @Test
    void oneTransactionMayBeResumedByTwoThreads() throws Exception {
        JtaTransaction begun = node.begin();
        boolean hadIt = onOtherThread(() -> {
            manager.resume(begun);
            boolean has = manager.getTransaction() == begun;
            manager.suspend();
            return has;
        });
        assertThat(hadIt).isTrue();
        assertThat(manager.getTransaction()).isSameAs(begun);
        manager.commit();
    }

    @Test
    void commitByAnotherThreadLeavesTheOwnersThreadWithAnEndedTransaction() throws Exception {
        JtaTransaction begun = node.begin();
        onOtherThread(() -> {
            begun.commit();
            return null;
        });
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_COMMITTED);
        assertThatThrownBy(manager::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1022");
        assertThat(manager.getTransaction()).isNull();
        node.begin();
        manager.rollback();
    }

    @Test
    void rollbackByAnotherThreadIsSeenByTheOwnersThread() throws Exception {
        JtaTransaction begun = node.begin();
        onOtherThread(() -> {
            begun.rollback();
            return null;
        });
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_ROLLEDBACK);
        assertThatThrownBy(manager::rollback).isInstanceOf(IllegalStateException.class);
        assertThat(manager.getTransaction()).isNull();
    }

    @Test
    void commit_withinBeforeCompletion_isRefusedSinceTheEndWasRequested() throws Exception {
        JtaTransaction begun = node.begin();
        AtomicReference<Throwable> refused = new AtomicReference<>();
        begun.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                refused.set(catchThrowable(manager::commit));
            }

            @Override
            public void afterCompletion(int status) {
                // only the first callback counts
            }
        });
        manager.commit();
        assertThat(refused.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("ASSENT-1029");
    }

    @Test
    void aTransactionEndsOnce() throws Exception {
        JtaTransaction committed = node.begin();
        committed.commit();
        assertThat(manager.getTransaction()).isNull();
        assertThatThrownBy(committed::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1022");
        assertThatThrownBy(committed::rollback).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(committed::setRollbackOnly).isInstanceOf(IllegalStateException.class);
        JtaTransaction rolledBack = node.begin();
        rolledBack.rollback();
        assertThatThrownBy(rolledBack::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(rolledBack::rollback).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void endingATransactionThroughItsObjectKeepsTheOtherOneOfTheThread() throws Exception {
        JtaTransaction first = node.begin();
        manager.suspend();
        JtaTransaction second = node.begin();
        first.commit();
        assertThat(manager.getTransaction()).isSameAs(second);
        manager.commit();
    }

    @Test
    void theTimeoutIsTheThreadsOwnAndZeroIsTheDefaultAgain() throws Exception {
        try (TestNode limited = TestNode.builder().timeoutSecondsDefault(60).open()) {
            limited.manager().setTransactionTimeout(5);
            JtaTransaction mine = limited.begin();
            assertThat(mine.engine().remainingMillis()).isEqualTo(5_000);
            long theirs = onOtherThread(() -> {
                long remaining = limited.begin().engine().remainingMillis();
                limited.manager().rollback();
                return remaining;
            });
            assertThat(theirs).isEqualTo(60_000);
            limited.manager().setTransactionTimeout(0);
            assertThat(mine.engine().remainingMillis())
                    .as("a running one keeps its own")
                    .isEqualTo(5_000);
            limited.manager().rollback();
            assertThat(limited.begin().engine().remainingMillis()).isEqualTo(60_000);
            limited.manager().rollback();
        }
    }

    @Test
    void aTimeoutThatIsNotAllowedIsRefusedWithWhatIs() throws Exception {
        manager.setTransactionTimeout(7);
        for (int seconds : new int[] {-1, Integer.MIN_VALUE, NodeTransactionManager.TIMEOUT_SECONDS_MAX + 1}) {
            assertThatThrownBy(() -> manager.setTransactionTimeout(seconds))
                    .isInstanceOf(SystemException.class)
                    .hasMessageContaining("ASSENT-1026")
                    .hasMessageContaining(seconds + " s")
                    .hasMessageContaining(Integer.toString(NodeTransactionManager.TIMEOUT_SECONDS_MAX));
        }
        manager.setTransactionTimeout(NodeTransactionManager.TIMEOUT_SECONDS_MAX);
        manager.setTransactionTimeout(7);
        assertThat(node.begin().engine().remainingMillis()).isEqualTo(7_000);
        manager.rollback();
    }

    @Test
    void aTransactionTooManyIsRefusedWithTheLimit() throws Exception {
        try (TestNode small = TestNode.builder().transactionsMax(2).open()) {
            JtaTransaction first = small.begin();
            small.manager().suspend();
            JtaTransaction second = small.begin();
            small.manager().suspend();
            assertThatThrownBy(() -> small.manager().begin())
                    .isInstanceOf(SystemException.class)
                    .hasMessageContaining("ASSENT-1001")
                    .hasMessageContaining("transactions-max");
            assertThat(small.manager().getTransaction()).isNull();
            first.commit();
            small.begin();
            small.manager().commit();
            second.commit();
        }
    }

    @Test
    void transactionsThatWaitForRecoveryCountForTheLimit() throws Exception {
        try (TestNode small = TestNode.builder().transactionsMax(2).open()) {
            RecordingResource away = small.resource("away");
            RecordingResource there = small.resource("there");
            for (int i = 0; i < 2; i++) {
                away.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
                small.beginOn(away, there).commit();
            }
            assertThatThrownBy(() -> small.manager().begin())
                    .isInstanceOf(SystemException.class)
                    .hasMessageContaining("ASSENT-1001");
            small.recovery().run(true);
            small.begin().commit();
        }
    }

    @Test
    void aNodeThatIsStoppedBeginsNothingAndRollsBackWhatIsActive() throws Exception {
        RecordingResource orders = node.resource("orders");
        node.beginOn(orders);
        node.coordinator().stop(null);
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThatThrownBy(manager::begin).isInstanceOf(SystemException.class).hasMessageContaining("ASSENT-1004");
    }

    @Test
    void aNodeWhoseLogTakesNothingBeginsNothing() {
        node.log().close();
        assertThatThrownBy(manager::begin)
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-1004")
                .hasMessageContaining("log");
    }

    /** Commit chooses its way when no other thread is inside any more. */
    @Test
    void aResourceThatIsEnlistedWhileCommitWaitsTakesPartInTwoPhases() throws Exception {
        for (int enlistedBefore = 0; enlistedBefore < 2; enlistedBefore++) {
            CountDownLatch gate = new CountDownLatch(1);
            try (TestNode slow = TestNode.builder().pause(gate::countDown).open()) {
                RecordingResource orders = slow.resource("orders");
                RecordingResource payments = slow.resource("payments");
                JtaTransaction begun = enlistedBefore == 0 ? slow.begin() : slow.beginOn(orders);
                payments.waitsFor(XaVerb.START, gate);
                Thread enlisting = new Thread(() -> enlist(begun, payments));
                enlisting.start();
                Awaitility.await().until(() -> !slow.events().of("payments").isEmpty());
                slow.manager().commit();
                enlisting.join();
                assertThat(payments.committed())
                        .as("with %d before", enlistedBefore)
                        .isOne();
                assertThat(slow.events().count("prepare")).isEqualTo(2 * enlistedBefore);
            }
        }
    }

    /** As when the resource that is being enlisted has rolled back. */
    @Test
    void aMarkOfWhoIsInsideCountsForTheCommitThatWaits() throws Exception {
        AtomicReference<JtaTransaction> begun = new AtomicReference<>();
        TestNode.Builder builder = TestNode.builder().pause(() -> {
            begun.get().setRollbackOnly();
            begun.get().engine().leave();
        });
        try (TestNode waiting = builder.open()) {
            RecordingResource orders = waiting.resource("orders");
            begun.set(waiting.beginOn(orders));
            assertThat(CompletableFuture.supplyAsync(begun.get().engine()::enter)
                            .join())
                    .isEqualTo(Admission.ADMITTED);

            assertThatThrownBy(waiting.manager()::commit).isInstanceOf(RollbackException.class);
            assertThat(orders.rolledBack()).isEqualTo(1);
            assertThat(orders.committed()).isZero();
        }
    }

    private static void enlist(JtaTransaction transaction, RecordingResource resource) {
        try {
            transaction.enlistResource(resource.connect());
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A transport's thread spun, as long as the database of the one inside took. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoEndsItFromElsewhereWaitsForNobodyInside(boolean isCommit) throws Exception {
        RecordingResource orders = node.resource("orders");
        JtaTransaction of = node.inflow().begin(60_000, null);
        of.enlistResource(orders.connect());
        assertThat(of.engine().enter()).isEqualTo(Admission.ADMITTED);
        List<Outcome> told = new ArrayList<>();

        of.end(isCommit, told::add);

        assertThat(told).containsExactly(Outcome.ROLLED_BACK);
        assertThat(orders.rolledBack()).isZero();
        of.engine().leave();
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(of.getStatus()).isEqualTo(Status.STATUS_ROLLEDBACK);
        assertThat(node.coordinator().active()).isEmpty();
    }
}
