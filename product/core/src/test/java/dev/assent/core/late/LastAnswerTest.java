package dev.assent.core.late;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.LateDispatcher;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RemoteClient;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.Synchronization;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which thread ends a transaction that no thread waits for. The thread that asks for the end, or brings the last
 * answer, does so if nothing can block it, since it may be a transport's thread. Otherwise a worker does.
 */
@Fast
class LastAnswerTest {
    private static final int ROUNDS = 500;

    private final Queue<Runnable> wire = new ArrayDeque<>();
    private final Queue<Runnable> workers = new ArrayDeque<>();
    private final TestNode node = TestNode.builder()
            .dispatcher(new LateDispatcher(wire::add))
            .background(workers::add)
            .open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");
    private final List<Outcome> told = new ArrayList<>();

    @AfterEach
    void close() {
        node.close();
    }

    private final Completion client = new RemoteClient(told, false);
    private final Completion slow = new RemoteClient(told, true);

    private void bringAnswers() {
        assertThat(wire).hasSize(2);
        for (int i = 0; i < 2; i++) {
            wire.remove().run();
        }
    }

    private void work() {
        assertThat(workers).hasSize(1);
        workers.remove().run();
    }

    /** Both have committed then, and the thread that brought the last answer has returned. */
    private void commit(JtaTransaction transaction, Completion told) {
        transaction.end(true, told);
        work();
        bringAnswers();
        assertThat(node.events().all()).doesNotContain("log.force");
        work();
        bringAnswers();
    }

    private void rollBack(JtaTransaction transaction, Completion told) {
        transaction.end(false, told);
        work();
        bringAnswers();
    }

    private void assertNoWorkerIsNeeded(Outcome outcome) {
        assertThat(workers).isEmpty();
        assertThat(told).containsExactly(outcome);
        assertThat(node.coordinator().active()).isEmpty();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    private void assertAWorkerIsNeeded(Outcome outcome) {
        assertThat(told).isEmpty();
        work();
        assertThat(told).containsExactly(outcome);
    }

    private static JtaTransaction watched(JtaTransaction transaction, List<Integer> statuses) throws Exception {
        transaction.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // called before the end is asked for
            }

            @Override
            public void afterCompletion(int status) {
                statuses.add(status);
            }
        });
        transaction.callSynchronizations();
        return transaction;
    }

    // ---- the thread that asks for the end

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoAsksForTheEndOfATransactionWithoutParticipantsEndsIt(boolean isCommit) throws Exception {
        node.begin().end(isCommit, client);

        assertNoWorkerIsNeeded(isCommit ? Outcome.COMMITTED : Outcome.ROLLED_BACK);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void participantsAreAskedByAWorker(boolean isCommit) throws Exception {
        node.beginOn(orders).end(isCommit, client);

        assertThat(wire).isEmpty();
        work();
        assertThat(wire).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSynchronizationOfATransactionWithoutParticipantsIsToldByAWorker(boolean isCommit) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        watched(node.begin(), statuses).end(isCommit, client);

        assertThat(statuses).isEmpty();
        assertAWorkerIsNeeded(isCommit ? Outcome.COMMITTED : Outcome.ROLLED_BACK);
        assertThat(statuses).hasSize(1);
    }

    @Test
    void whoMayBlockIsToldByAWorkerOfTheEndOfATransactionWithoutParticipants() throws Exception {
        node.begin().end(true, slow);

        assertAWorkerIsNeeded(Outcome.COMMITTED);
    }

    /** Regression: a resource that joined after the check made a transport's thread wait for a database. */
    @Test
    void nobodyJoinsAfterItIsJudgedWhoEndsIt() throws Exception {
        JtaTransaction transaction = node.begin();
        List<Throwable> refused = new ArrayList<>();
        transaction.end(true, new RemoteClient(told, false) {
            @Override
            public boolean mayBlock() {
                refused.add(catchThrowable(() -> transaction.enlistResource(orders.connect())));
                refused.add(catchThrowable(() -> watched(transaction, new ArrayList<>())));
                return super.mayBlock();
            }
        });

        assertNoWorkerIsNeeded(Outcome.COMMITTED);
        assertThat(refused).isNotEmpty().allMatch(IllegalStateException.class::isInstance);
    }

    @Test
    void aCallThatIsUnderWayWhenTheEndIsAskedForCountsAlsoWhenItIsOverBeforeAWorkerIsFree() throws Exception {
        JtaTransaction transaction = node.beginOn(orders, payments);
        assertThat(transaction.engine().beginCall()).isEqualTo(Admission.ADMITTED);
        transaction.end(true, client);
        transaction.engine().endCall();
        work();
        bringAnswers();

        assertNoWorkerIsNeeded(Outcome.ROLLED_BACK);
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(transaction.why(Outcome.ROLLED_BACK)).contains("ASSENT-2058");
    }

    @Test
    void aMarkCountsUntilAWorkerIsFree() throws Exception {
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.end(true, client);
        transaction.setRollbackOnly();
        work();
        bringAnswers();

        assertNoWorkerIsNeeded(Outcome.ROLLED_BACK);
    }

    @Test
    void aTimeoutCountsUntilAWorkerIsFree() throws Exception {
        JtaTransaction transaction = node.inflow().begin(1_000, null);
        transaction.enlistResource(orders.connect());
        transaction.end(true, client);
        node.advance(Duration.ofSeconds(1));
        work();
        wire.remove().run();

        assertNoWorkerIsNeeded(Outcome.ROLLED_BACK);
        assertThat(orders.rolledBack()).isEqualTo(1);
    }

    /**
     * Whatever resource enlists meanwhile, and whatever the node then has to do: the thread that asks for the end never
     * does it.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoAsksForTheEndAsksNoParticipantWhateverOthersDoMeanwhile(boolean isCommit) throws Exception {
        Set<Thread> askers = ConcurrentHashMap.newKeySet();
        ExecutorService worker = Executors.newSingleThreadExecutor();
        try (TestNode racing = TestNode.builder()
                .dispatcher((verb, participant, reply, last) -> {
                    askers.add(Thread.currentThread());
                    return verb.ask(participant, reply);
                })
                .background(worker)
                .open()) {
            RecordingResource resource = racing.resource("resource");
            for (int i = 0; i < ROUNDS; i++) {
                race(racing.inflow().begin(60_000, null), resource, isCommit);
            }
            worker.shutdown();
            assertThat(worker.awaitTermination(1, TimeUnit.HOURS)).isTrue();
            assertThat(askers).doesNotContain(Thread.currentThread());
            assertThat(told).hasSize(ROUNDS);
            assertThat(racing.coordinator().active()).isEmpty();
            assertThat(resource.committed() + resource.rolledBack()).isPositive();
        } finally {
            worker.shutdownNow();
        }
    }

    private void race(JtaTransaction transaction, RecordingResource resource, boolean isCommit) throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        Thread enlisting = new Thread(() -> {
            try {
                start.await();
                transaction.enlistResource(resource.connect());
            } catch (Exception tooLate) {
                assertThat(tooLate).isNotNull();
            }
        });
        enlisting.start();
        start.await();
        transaction.end(isCommit, new RemoteClient(told, false) {
            @Override
            public void done(Outcome outcome) {
                synchronized (told) {
                    super.done(outcome);
                }
            }
        });
        enlisting.join();
    }

    /**
     * Work that waits for the threads inside may run on a thread that must not wait: one that is inside itself just for
     * that.
     */
    @Test
    void whoIsInsideForAMomentWhenTheTimeIsOverLeavesTheRollbackToAWorker() throws Exception {
        JtaTransaction transaction = node.inflow().begin(1_000, null);
        transaction.enlistResource(orders.connect());
        transaction.engine().whenInside(admitted -> node.advance(Duration.ofSeconds(1)), () -> {});

        assertThat(wire).isEmpty();
        work();
        wire.remove().run();
        work();
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(node.coordinator().active()).isEmpty();
    }

    // ---- the thread that brings the last answer

    @Test
    void whoBringsTheLastAnswerEndsTheCommit() throws Exception {
        commit(node.beginOn(orders, payments), client);

        assertNoWorkerIsNeeded(Outcome.COMMITTED);
        assertThat(node.events().all()).endsWith("orders.commit", "payments.commit", "log.release");
    }

    @Test
    void whoBringsTheLastAnswerEndsTheRollback() throws Exception {
        rollBack(node.beginOn(orders, payments), client);

        assertNoWorkerIsNeeded(Outcome.ROLLED_BACK);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoMayBlockIsToldByAWorker(boolean isCommit) throws Exception {
        JtaTransaction transaction = node.beginOn(orders, payments);
        if (isCommit) {
            commit(transaction, slow);
        } else {
            rollBack(transaction, slow);
        }

        assertAWorkerIsNeeded(isCommit ? Outcome.COMMITTED : Outcome.ROLLED_BACK);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSynchronizationIsToldByAWorker(boolean isCommit) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        JtaTransaction transaction = watched(node.beginOn(orders, payments), statuses);
        if (isCommit) {
            commit(transaction, client);
        } else {
            rollBack(transaction, client);
        }

        assertThat(statuses).isEmpty();
        assertAWorkerIsNeeded(isCommit ? Outcome.COMMITTED : Outcome.ROLLED_BACK);
        assertThat(statuses).hasSize(1);
    }

    @Test
    void aHeuristicOutcomeIsForcedByAWorker() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        commit(node.beginOn(orders, payments), client);

        assertThat(node.events().all()).doesNotContain("log.append(HEURISTIC)");
        assertAWorkerIsNeeded(Outcome.HEURISTIC_MIXED);
        assertThat(node.events().all()).contains("log.append(HEURISTIC)");
    }

    @Test
    void aHeuristicOutcomeOfARollbackIsForcedByAWorker() throws Exception {
        payments.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        rollBack(node.beginOn(orders, payments), client);

        assertThat(node.events().all()).doesNotContain("log.append(HEURISTIC)");
        assertAWorkerIsNeeded(Outcome.HEURISTIC_MIXED);
        assertThat(node.events().all()).contains("log.append(HEURISTIC)");
    }

    @Test
    void whatIsLeftToRecoveryIsLeftByAWorker() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        commit(node.beginOn(orders, payments), client);

        assertThat(node.coordinator().parked()).isEmpty();
        assertAWorkerIsNeeded(Outcome.COMMITTED);
        assertThat(node.coordinator().parked())
                .singleElement()
                .satisfies(each -> assertThat(each.step()).isEqualTo(Step.COMMIT_PARKED));
    }

    @Test
    void aVoteIsTakenByAWorker() throws Exception {
        node.beginOn(orders, payments).end(true, client);
        work();
        payments.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        bringAnswers();

        assertThat(orders.rolledBack()).isZero();
        assertThat(wire).isEmpty();
        work();
        assertThat(wire).hasSize(1);
        wire.remove().run();
        assertNoWorkerIsNeeded(Outcome.ROLLED_BACK);
    }

    @Test
    void aThreadThatWaitsEndsItByItself() throws Exception {
        List<Runnable> lent = new ArrayList<>();
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.engine().rollback(new RemoteClient(told, false) {
            @Override
            public boolean lend(Runnable work) {
                return lent.add(work);
            }
        });
        bringAnswers();

        assertThat(told).isEmpty();
        assertThat(workers).isEmpty();
        assertThat(lent).hasSize(1);
        lent.get(0).run();
        assertNoWorkerIsNeeded(Outcome.ROLLED_BACK);
    }

    /** No caller waits for the rollback after a timeout; a client that asks then gets its answer at once. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTransactionWhoseEndIsAskedForWhileTheAnswersToItsRollbackComeEndsOnce(boolean isCommit) throws Exception {
        JtaTransaction transaction = outOfTime();
        wire.remove().run();
        transaction.end(isCommit, client);
        assertThat(told).containsExactly(Outcome.ROLLED_BACK);
        wire.remove().run();
        work();

        assertNoWorkerIsNeeded(Outcome.ROLLED_BACK);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHeuristicAnswerThatHasComeByThenIsWaitedForAndTold(boolean isCommit) throws Exception {
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        JtaTransaction transaction = outOfTime();
        wire.remove().run();
        transaction.end(isCommit, client);
        assertThat(told).isEmpty();
        wire.remove().run();

        assertAWorkerIsNeeded(Outcome.HEURISTIC_MIXED);
        assertThat(node.events().all()).contains("log.append(HEURISTIC)");
    }

    /** Both were asked to roll back, and neither has answered. */
    private JtaTransaction outOfTime() throws Exception {
        JtaTransaction transaction = node.inflow().begin(1_000, null);
        transaction.enlistResource(orders.connect());
        transaction.enlistResource(payments.connect());
        node.advance(Duration.ofSeconds(1));
        work();
        assertThat(wire).hasSize(2);
        return transaction;
    }

    // ---- the effects of a bug

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoThrowsWhenHeIsToldDoesNotHurtWhoHasBroughtTheEnd(boolean isEmpty) throws Exception {
        Completion broken = new RemoteClient(told, false) {
            @Override
            public void done(Outcome outcome) {
                super.done(outcome);
                throw new IllegalStateException("a broken wire");
            }
        };
        if (isEmpty) {
            node.begin().end(true, broken);
        } else {
            commit(node.beginOn(orders, payments), broken);
        }

        assertThat(told).containsExactly(Outcome.COMMITTED);
        assertThat(node.coordinator().isRunning()).isTrue();
        assertThatThrownBy(this::work).hasMessage("a broken wire");
    }
}
