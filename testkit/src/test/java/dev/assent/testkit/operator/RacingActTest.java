package dev.assent.testkit.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.commit.Step;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.xa.XaVerb;
import java.io.IOException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an operator asks for while recovery is at work on the same transaction. */
class RacingActTest {
    private final OperatedNode world = new OperatedNode();

    @AfterEach
    void closeNode() {
        world.close();
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

        assertThat(world.known(id).heuristics()).hasSize(2);
        assertThat(world.known(id).isToBeForgotten()).isFalse();
        world.restart();
        world.recovery().run(true);
        assertThat(world.known(id).heuristics()).hasSize(2);
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
