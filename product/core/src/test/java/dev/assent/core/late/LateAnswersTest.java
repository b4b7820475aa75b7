package dev.assent.core.late;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.core.commit.ParallelDispatcher;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.LateDispatcher;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same outcomes when the ports answer late, on other threads. */
@Fast
class LateAnswersTest {
    private static final int THREADS = 8;
    private static final int EACH = 25;

    private final ExecutorService answering = Executors.newFixedThreadPool(4);
    private final ExecutorService inOrder = Executors.newSingleThreadExecutor();
    private final ExecutorService applications = Executors.newFixedThreadPool(THREADS);
    private final List<TestNode> nodes = new ArrayList<>();
    private final AtomicInteger registered = new AtomicInteger();

    /** Counts how often it gets an outcome. */
    private record Counting(AtomicInteger told) implements Synchronization {
        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            told.incrementAndGet();
        }
    }

    @AfterEach
    void end() throws Exception {
        for (ExecutorService each : List.of(applications, answering, inOrder)) {
            each.shutdown();
            assertThat(each.awaitTermination(1, TimeUnit.HOURS)).isTrue();
        }
        nodes.forEach(TestNode::close);
    }

    /** A node on which everything answers late, in the order in which it was asked. */
    private TestNode lateNode() {
        TestNode node = opened(TestNode.builder().dispatcher(new LateDispatcher(inOrder)));
        node.log().answerLateOn(inOrder);
        return node;
    }

    private TestNode opened(TestNode.Builder builder) {
        TestNode node = builder.open();
        nodes.add(node);
        return node;
    }

    @Test
    void aCommitHasTheSameOrderOfEvents() throws Exception {
        TestNode node = lateNode();
        node.beginOn(node.resource("orders"), node.resource("payments")).commit();
        node.events()
                .assertExactly(
                        "orders.start",
                        "payments.start",
                        "orders.end(TMSUCCESS)",
                        "orders.prepare",
                        "payments.end(TMSUCCESS)",
                        "payments.prepare",
                        "log.append(DECISION)",
                        "log.force",
                        "orders.commit",
                        "payments.commit",
                        "log.release");
    }

    @Test
    void aOnePhaseCommitARollbackAndAnEmptyOneEndAsEver() throws Exception {
        TestNode node = lateNode();
        RecordingResource orders = node.resource("orders");
        node.beginOn(orders).commit();
        node.beginOn(orders).rollback();
        node.begin().commit();
        assertThat(orders.committed()).isEqualTo(1);
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(node.coordinator().active()).isEmpty();
    }

    @Test
    void aRefusalRollsTheOthersBackOnceAllHaveAnswered() throws Exception {
        TestNode node = lateNode();
        RecordingResource orders = node.resource("orders");
        RecordingResource payments = node.resource("payments");
        orders.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        JtaTransaction transaction = node.beginOn(orders, payments);
        assertThatThrownBy(transaction::commit).isExactlyInstanceOf(RollbackException.class);
        assertThat(node.events().all()).endsWith("payments.prepare", "payments.rollback");
        assertThat(payments.rolledBack()).isEqualTo(1);
    }

    @Test
    void aHeuristicOutcomeAndAForceOfUnknownFateAreTold() throws Exception {
        TestNode node = lateNode();
        RecordingResource orders = node.resource("orders");
        RecordingResource payments = node.resource("payments");
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction mixed = node.beginOn(orders, payments);
        assertThatThrownBy(mixed::commit).isExactlyInstanceOf(HeuristicMixedException.class);
        assertThat(node.events().all()).endsWith("log.append(HEURISTIC)", "log.force");
        node.log().failNextForce(Durability.UNKNOWN);
        JtaTransaction unknown = node.beginOn(orders, payments);
        assertThatThrownBy(unknown::commit).isExactlyInstanceOf(SystemException.class);
        assertThat(node.events().all()).endsWith("log.force -> UNKNOWN");
        assertThatThrownBy(node.manager()::begin).isExactlyInstanceOf(SystemException.class);
    }

    @Test
    void theCommitGoesOnWithTheThreadThatWaitsForIt() throws Exception {
        TestNode node = lateNode();
        List<String> threads = new ArrayList<>();
        JtaTransaction transaction = node.beginOn(node.resource("orders"), node.resource("payments"));
        transaction.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {}

            @Override
            public void afterCompletion(int status) {
                threads.add(Thread.currentThread().getName());
            }
        });
        transaction.commit();
        assertThat(threads).containsExactly(Thread.currentThread().getName());
    }

    @Test
    void aThreadThatIsInterruptedStillLearnsTheOutcome() throws Exception {
        TestNode node = lateNode();
        RecordingResource orders = node.resource("orders");
        JtaTransaction transaction = node.beginOn(orders, node.resource("payments"));
        Thread.currentThread().interrupt();
        transaction.commit();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(orders.committed()).isEqualTo(1);
    }

    /** Each application thread ends transactions of these kinds in turn. */
    private void mixture(TestNode node, RecordingResource a, RecordingResource b) throws Exception {
        for (int i = 0; i < EACH; i++) {
            int kind = i % 5;
            if (kind == 3) {
                b.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
            }
            JtaTransaction transaction = kind == 1 ? node.beginOn(a) : node.beginOn(a, b);
            if (kind == 3) {
                assertThatThrownBy(transaction::commit).isExactlyInstanceOf(RollbackException.class);
            } else if (kind == 4) {
                transaction.rollback();
            } else {
                transaction.commit();
            }
            assertThat(transaction.getStatus())
                    .isEqualTo(kind >= 3 ? Status.STATUS_ROLLEDBACK : Status.STATUS_COMMITTED);
        }
    }

    private void twoHundredAtOnce(TestNode node) throws Exception {
        List<RecordingResource[]> pairs = new ArrayList<>();
        List<Future<?>> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            RecordingResource[] pair = {node.resource("a" + i), node.resource("b" + i)};
            pairs.add(pair);
            threads.add(applications.submit(() -> {
                mixture(node, pair[0], pair[1]);
                return null;
            }));
        }
        for (Future<?> thread : threads) {
            thread.get();
        }
        for (RecordingResource[] pair : pairs) {
            assertThat(pair[0].committed()).isEqualTo(3 * EACH / 5);
            assertThat(pair[1].committed()).isEqualTo(2 * EACH / 5);
            assertThat(pair[0].known() + pair[1].known()).isZero();
            assertInOrder(node.events(), pair[0].name());
        }
        assertThat(node.coordinator().active()).isEmpty();
        assertThat(node.coordinator().parked()).isEmpty();
        assertThat(node.events().count("append")).isEqualTo(2L * THREADS * EACH / 5);
        assertThat(node.log().statistics().liveBytes()).isZero();
    }

    /** The calls of one resource, whose transactions came one after the other. */
    private static void assertInOrder(EventList events, String name) {
        List<String> expected = new ArrayList<>();
        List<String> twoPhases = List.of(".start", ".end(TMSUCCESS)", ".prepare", ".commit");
        for (int i = 0; i < EACH / 5; i++) {
            expected.addAll(twoPhases);
            expected.addAll(List.of(".start", ".end(TMSUCCESS)", ".commit(one phase)"));
            expected.addAll(twoPhases);
            expected.addAll(List.of(".start", ".end(TMSUCCESS)", ".prepare", ".rollback"));
            expected.addAll(List.of(".start", ".end(TMFAIL)", ".rollback"));
        }
        assertThat(events.of(name))
                .containsExactlyElementsOf(
                        expected.stream().map(word -> name + word).toList());
    }

    @Test
    void twoHundredTransactionsAtOnceWithLateParticipantsAndALateLog() throws Exception {
        TestNode node = opened(TestNode.builder().dispatcher(new LateDispatcher(answering)));
        node.log().answerLateOn(answering);
        twoHundredAtOnce(node);
    }

    @Test
    void twoHundredTransactionsAtOnceInAFileLogThatSharesItsForces() throws Exception {
        FileDecisionLog log = FileDecisionLog.open(
                new SimulatedDisk().mount(new SplittableRandom(1)),
                new LogOptions(LogOptions.SEGMENT_BYTES_MIN),
                () -> new NodeId(1, 2));
        TestNode node = opened(TestNode.builder().log(log).dispatcher(new ParallelDispatcher(answering)));
        twoHundredAtOnce(node);
        assertThat(log.statistics().forces()).isLessThanOrEqualTo(2L * THREADS * EACH / 5);
    }

    @Test
    void ofATimeoutAndACommitAtOnceOneWinsAndBothResourcesObeyIt() throws Exception {
        TestNode node = opened(
                TestNode.builder().dispatcher(new LateDispatcher(answering)).background(answering));
        node.log().answerLateOn(answering);
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger told = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(THREADS);
        List<Future<Integer>> threads = new ArrayList<>();
        List<RecordingResource[]> pairs = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            RecordingResource[] pair = {node.resource("a" + i), node.resource("b" + i)};
            pairs.add(pair);
            threads.add(applications.submit(() -> {
                try {
                    return race(node, pair, told);
                } finally {
                    ended.countDown();
                }
            }));
        }
        Thread timer = new Thread(() -> {
            while (!isOver.get()) {
                node.advance(Duration.ofMillis(250));
            }
        });
        timer.start();
        ended.await();
        isOver.set(true);
        timer.join();
        for (int i = 0; i < THREADS; i++) {
            int committed = threads.get(i).get();
            assertThat(pairs.get(i)[0].committed()).isEqualTo(committed);
            assertThat(pairs.get(i)[1].committed()).isEqualTo(committed);
        }
        Awaitility.await().until(node.coordinator()::isIdle); // a rollback by the timer still needs those that answer
        answering.shutdown();
        assertThat(answering.awaitTermination(1, TimeUnit.HOURS)).isTrue();
        assertThat(told.get()).as("afterCompletion, once each").isEqualTo(registered.get());
        assertThat(registered.get()).isPositive();
        assertThat(node.coordinator().active()).isEmpty();
        for (RecordingResource[] pair : pairs) {
            assertThat(pair[0].known() + pair[1].known()).isZero();
        }
    }

    /** Commits while the timer runs; how many transactions were committed. */
    private int race(TestNode node, RecordingResource[] pair, AtomicInteger told) throws Exception {
        int committed = 0;
        node.manager().setTransactionTimeout(1);
        for (int i = 0; i < EACH; i++) {
            JtaTransaction transaction = node.begin();
            try {
                transaction.registerSynchronization(new Counting(told));
                registered.incrementAndGet();
                transaction.enlistResource(pair[0].connect());
                transaction.enlistResource(pair[1].connect());
            } catch (RollbackException timedOut) {
                transaction.rollback();
                continue;
            }
            try {
                transaction.commit();
                committed++;
            } catch (RollbackException timedOut) {
                assertThat(timedOut).hasMessageContaining("ASSENT-2021");
            }
        }
        return committed;
    }
}
