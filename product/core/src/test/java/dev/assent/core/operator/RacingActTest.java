package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.log.RecordKind;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.transaction.Resolution;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.spi.XaTraits;
import jakarta.transaction.HeuristicMixedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The operator's acts while recovery works on the same transaction. */
@Fast
class RacingActTest {
    private final OperatedNode world = new OperatedNode();
    private final List<ActResult> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeNode() {
        world.close();
    }

    /**
     * Regression: the operator heard that recovery had found the outcome by itself, and the node kept the operator's
     * word for the next start.
     */
    @Test
    void aWordThatIsGivenWhileTheMarkerIsAskedForIsTakenWhenTheMarkerIsNotReached() throws Exception {
        world.archive.losesAnswer(true);
        JtaTransaction begun = world.begin(world.archive);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        world.isHolding = true;
        world.operator.resolve(begun.id(), true, OperatedNode.ACT, told::add);
        Thread[] act = new Thread[1];
        world.archive.onQuestion(() -> {
            act[0] = new Thread(world.held.remove());
            act[0].start();
            joinFor(act[0], Duration.ofMillis(300));
            world.archive.setOutage(new IOException("down"));
            throw new IllegalStateException("the question timed out");
        });

        world.recovery().run(true);

        act[0].join();
        assertThat(told).singleElement().extracting(ActResult::kind).isEqualTo(Kind.DONE);
        assertThat(world.coordinator().knows(begun.id())).isFalse();
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    private static void joinFor(Thread thread, Duration time) {
        try {
            thread.join(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aWordThatComesAfterRecoveryHasFoundOutIsNotNeeded() throws Exception {
        world.archive.losesAnswer(true);
        JtaTransaction begun = world.begin(world.archive);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        world.isHolding = true;
        world.operator.resolve(begun.id(), true, OperatedNode.ACT, told::add);
        world.orders.setOutage(new IOException("down"));
        world.recovery().run(true);

        world.held.remove().run();

        assertThat(told).singleElement().extracting(ActResult::kind).isEqualTo(Kind.WAITING);
        world.orders.setOutage(null);
        world.recovery().run(true);
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    /** The heuristic outcome was overwritten, and lost when its resource does not list the branch any more. */
    @Test
    void aHeuristicOutcomeThatRecoveryMetMeanwhileIsKept() {
        TransactionId id = world.plantOrphans();
        world.restart();
        world.isHolding = true;
        world.operator.resolve(id, false, OperatedNode.ACT, told::add);
        world.orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        world.recovery().run(true);
        world.orders.loseAll();

        world.held.remove().run();

        assertThat(told).singleElement().extracting(ActResult::kind).isEqualTo(Kind.WAITING);
        assertThat(world.known(id).step()).isEqualTo(Step.HEURISTIC);
        world.restart();
        assertThat(world.known(id).participants().heuristics()).hasSize(1);
    }

    @Test
    void aResolutionBehindAHeuristicOutcomeInTheLogReplacesNothing() {
        TransactionId id = world.plantOrphans();
        world.restart();
        world.orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        world.recovery().run(true);
        BranchXid gone = new BranchXid(id, world.known(id).life(), BranchXid.PRESUMED_ABORT, 2);
        XaBranch branch = new XaBranch(gone, "payments", XaTraits.STANDARD, null);
        Resolution late = Resolution.of(world.coordinator(), id, false, List.of(branch), OperatedNode.ACT);
        long position = world.node.log().append(RecordKind.RESOLUTION, id, late);
        assertThat(world.node.log().force(position, any -> {})).isEqualTo(Durability.DURABLE);

        world.restart();

        assertThat(world.known(id).participants().heuristics()).hasSize(1);
    }

    /** It was forgotten together with the one that the operator had seen. */
    @Test
    void aHeuristicOutcomeThatNobodyHasSeenIsNotForgottenWithAnother() {
        TransactionId id = twoOrphansOneOfThemHeuristic();
        world.orders.setOutage(new IOException("down"));
        assertThat(world.forget(id).kind()).isEqualTo(Kind.WAITING);
        world.orders.setOutage(null);
        world.payments.setOutage(null);
        world.payments.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);

        world.recovery().run(true);
        world.recovery().run(true);

        assertThat(world.known(id).participants().heuristics()).hasSize(2);
        assertThat(world.known(id).forOperator().isToBeForgotten()).isFalse();
        world.restart();
        world.recovery().run(true);
        assertThat(world.known(id).participants().heuristics()).hasSize(2);
        assertThat(world.forget(id).kind()).isEqualTo(Kind.DONE);
    }

    @Test
    void aHeuristicOutcomeIsForgottenAsAskedWhenALateBranchDoesAsItIsTold() {
        TransactionId id = twoOrphansOneOfThemHeuristic();
        world.orders.setOutage(new IOException("down"));
        assertThat(world.forget(id).kind()).isEqualTo(Kind.WAITING);
        world.orders.setOutage(null);
        world.payments.setOutage(null);

        world.recovery().run(true);

        assertThat(world.coordinator().knows(id)).isFalse();
        assertThat(world.payments.rolledBack()).isEqualTo(1);
    }

    @Test
    void aForgettingThatIsOvertakenByAnotherHeuristicOutcomeForgetsNothing() {
        TransactionId id = twoOrphansOneOfThemHeuristic();
        world.isHolding = true;
        world.operator.forget(id, Set.of(), OperatedNode.ACT, told::add);
        world.payments.setOutage(null);
        world.payments.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        world.recovery().run(true);

        world.held.remove().run();

        assertThat(told).singleElement().extracting(ActResult::kind).isEqualTo(Kind.REFUSED);
        assertThat(world.known(id).participants().heuristics()).hasSize(2);
        world.restart();
        world.recovery().run(true);
        assertThat(world.known(id).participants().heuristics()).hasSize(2);
    }

    /** The branch at orders has committed by itself, the one at payments is not reached. */
    private TransactionId twoOrphansOneOfThemHeuristic() {
        TransactionId id = world.plantOrphans();
        world.restart();
        world.payments.setOutage(new IOException("down"));
        world.orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        world.recovery().run(true);
        assertThat(world.known(id).step()).isEqualTo(Step.HEURISTIC);
        return id;
    }
}
