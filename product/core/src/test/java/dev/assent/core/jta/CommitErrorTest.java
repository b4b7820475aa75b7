package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.commit.ParallelDispatcher;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.LateDispatcher;
import dev.assent.core.fixture.resource.PartElsewhere;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RemoteClient;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An Error in the middle of the end of one transaction: the node stops, and no other transaction hears its outcome. */
@Fast
class CommitErrorTest {
    private final Error error = new OutOfMemoryError("in the engine");
    private final TestNode node = TestNode.builder()
            .tracer((point, id, participant) -> {
                if (point == FaultPoint.AFTER_FORCE) {
                    throw error;
                }
            })
            .open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");
    private final RecordingResource stock = node.resource("stock");

    @AfterEach
    void closeNode() {
        node.close();
    }

    @Test
    void inWorkThatTheCallerDoesWhileItWaits() throws Exception {
        JtaTransaction next = node.beginOn(stock);
        node.manager().suspend();
        JtaTransaction broken = node.beginOn(orders, payments);
        node.log().answerLateOn(Runnable::run);
        assertThatThrownBy(broken::commit).isSameAs(error);
        assertThat(node.coordinator().stopCause()).isSameAs(error);
        node.manager().resume(next);
        assertThatThrownBy(next::commit).isExactlyInstanceOf(RollbackException.class);
        assertThat(next.engine().step()).isEqualTo(Step.ROLLED_BACK);
    }

    @Test
    void inWorkForAClient() throws Exception {
        JtaTransaction broken = node.beginOn(orders, payments);
        node.manager().suspend();
        List<Runnable> late = new ArrayList<>();
        node.log().answerLateOn(late::add);
        List<Outcome> told = new ArrayList<>();
        broken.engine().endForClient(true, told::add);
        assertThatThrownBy(late.get(0)::run).isSameAs(error);
        assertThat(told).containsExactly(Outcome.UNKNOWN);
        assertThat(node.coordinator().stopCause()).isSameAs(error);
    }

    @Test
    void inTheLastAnswerThatNobodyWaitsFor() throws Exception {
        AssertionError bug = new AssertionError("in the engine");
        Queue<Runnable> wire = new ArrayDeque<>();
        Queue<Runnable> workers = new ArrayDeque<>();
        try (TestNode asking = TestNode.builder()
                .dispatcher(new LateDispatcher(wire::add))
                .background(workers::add)
                .tracer((point, id, participant) -> {
                    if (point == FaultPoint.AFTER_COMMIT && participant == 1) {
                        throw bug;
                    }
                })
                .open()) {
            JtaTransaction broken = asking.beginOn(asking.resource("first"), asking.resource("last"));
            List<Outcome> told = new ArrayList<>();
            broken.end(true, new RemoteClient(told, false));
            workers.remove().run();
            wire.remove().run();
            wire.remove().run(); // both have voted
            workers.remove().run();
            wire.remove().run();
            assertThatThrownBy(wire.remove()::run).isSameAs(bug);
            assertThat(told).containsExactly(Outcome.UNKNOWN);
            assertThat(workers).isEmpty();
            assertThat(asking.coordinator().stopCause()).isSameAs(bug);
        }
    }

    /** Nobody else would end the transaction: its application loses it. */
    @Test
    void inTheRoundBeforeThePreparation() throws Exception {
        AssertionError bug = new AssertionError("in the engine");
        JtaTransaction broken = node.beginOn(orders);
        broken.engine().participants().enlist(new PartElsewhere() {
            @Override
            public Set<Capability> can() {
                return Set.of(Capability.PREPARE, Capability.SYNCHRONIZATIONS);
            }

            @Override
            public Answer beforeCompletion(Reply reply) {
                throw bug;
            }
        });
        assertThatThrownBy(broken::commit).isSameAs(bug);
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(node.coordinator().isIdle()).isTrue();
    }

    @Test
    void onTheThreadThatBringsAnAnswer() throws Exception {
        ExecutorService answering = Executors.newSingleThreadExecutor();
        AtomicBoolean isFirst = new AtomicBoolean(true);
        try (TestNode asking = TestNode.builder()
                .dispatcher(new ParallelDispatcher(answering))
                .tracer((point, id, participant) -> {
                    if (point == FaultPoint.AFTER_PREPARE && participant == 0 && isFirst.getAndSet(false)) {
                        throw error;
                    }
                })
                .open()) {
            RecordingResource first = asking.resource("first");
            RecordingResource last = asking.resource("last");
            JtaTransaction broken = asking.beginOn(first, last);
            assertThatThrownBy(broken::commit).isSameAs(error);
            assertThat(asking.coordinator().stopCause()).isSameAs(error);
            assertThat(first.committed() + last.committed()).isZero();
        } finally {
            answering.shutdown();
            assertThat(answering.awaitTermination(1, TimeUnit.HOURS)).isTrue();
        }
    }
}
