package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import java.util.Set;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that takes no more decisions has room for what an operator does to empty it. */
@Fast
class FullLogActTest extends OperatorPart {
    /** Decisions wait for a resource that is away, until the log takes no more. */
    private void fillLog() throws Exception {
        world.atPoint = reached -> {
            if (reached == FaultPoint.AFTER_FORCE) {
                world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
            }
        };
        boolean isFull = false;
        for (int i = 0; !isFull; i++) {
            JtaTransaction begun = world.node.beginOn(world.orders, world.payments);
            try {
                begun.commit();
            } catch (RollbackException refused) {
                assertThat(refused).hasStackTraceContaining("ASSENT-3010");
                isFull = true;
            }
            assertThat(i).isLessThan(1_000);
        }
        world.atPoint = reached -> {};
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLogThatIsFullHasRoomForAResolutionAndItsDecision(boolean isCut) throws Exception {
        TransactionId id = lastResourceInDoubt();
        fillLog();
        Act longest = new Act("alice", 1_000, "x".repeat(Act.TEXT_LENGTH_MAX));
        if (isCut) {
            world.crash(
                    FaultPoint.AFTER_FORCE,
                    () -> OperatedNode.told(reply -> world.operator.resolve(id, true, longest, reply)));
            world.disk = world.disk.snapshot();
            world.restart();
            assertThat(world.coordinator().find(id).forOperator().act()).isEqualTo(longest);
        } else {
            ActResult result = OperatedNode.told(reply -> world.operator.resolve(id, true, longest, reply));
            assertThat(result.kind()).as(result.text()).isEqualTo(Kind.DONE);
        }
        int waiting = world.coordinator().parked().size();
        assertThat(world.recovery().run(true).committed()).isEqualTo(waiting);
        assertThat(world.coordinator().parked()).isEmpty();
        assertThat(world.orders.known() + world.payments.known()).isZero();
        assertThat(world.orders.committed()).as("with the resolved one").isGreaterThan(100);
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @Test
    void aLogThatIsFullHasRoomToForget() throws Exception {
        TransactionId id = heuristic().id();
        fillLog();
        ActResult result = OperatedNode.told(reply ->
                world.operator.forget(id, Set.of(), new Act("alice", 1_000, "x".repeat(Act.TEXT_LENGTH_MAX)), reply));
        assertThat(result.kind()).as(result.text()).isEqualTo(Kind.DONE);
        assertThat(world.coordinator().knows(id)).isFalse();
    }
}
