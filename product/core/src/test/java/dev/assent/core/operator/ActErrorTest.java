package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An act that an error of the JVM cuts off does not hold up the next one. */
@Fast
class ActErrorTest {
    private final OperatedNode world = new OperatedNode();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void resolve_theAuditHadNoMemory_theNextActIsNotRefusedForIt() {
        AtomicBoolean isFull = new AtomicBoolean(true);
        Operator operator = new Operator(new Operator.Parts(
                world.node.coordinator(),
                world.node.recovery(),
                world.fileLog.aside(),
                line -> {
                    if (isFull.getAndSet(false)) {
                        throw new OutOfMemoryError("of a test");
                    }
                },
                Runnable::run,
                () -> NodeState.RUNNING));
        TransactionId unknown = new LocalTransactionId(world.node.coordinator().life(), 7);

        assertThatThrownBy(() -> operator.resolve(unknown, true, OperatedNode.ACT, none -> {}))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(OperatedNode.told(reply -> operator.resolve(unknown, true, OperatedNode.ACT, reply))
                        .text())
                .startsWith("ASSENT-4024");
    }

    @Test
    void resolve_anErrorCutsItOffAfterItsForce_theOperatorGetsAnAnswer() {
        TransactionId id = world.plantAtBoth(new NodeId(7, 7));
        world.adopt(new NodeId(7, 7), false);
        OutOfMemoryError error = new OutOfMemoryError("of a test");
        world.isHolding = true;
        List<ActResult> told = new ArrayList<>();
        world.operator.resolve(id, true, OperatedNode.ACT, told::add);
        world.atPoint = reached -> {
            if (reached == FaultPoint.BEFORE_COMMIT) {
                throw error;
            }
        };

        assertThatThrownBy(world.held.remove()::run).isSameAs(error);

        assertThat(told).singleElement().satisfies(result -> {
            assertThat(result.kind()).isEqualTo(ActResult.Kind.UNKNOWN);
            assertThat(result.text()).startsWith("ASSENT-4065").contains(id.toString(), "OutOfMemoryError: of a test");
        });
        TransactionId unknown = new LocalTransactionId(world.coordinator().life(), 7);
        assertThat(world.resolve(unknown, true).text()).startsWith("ASSENT-4024");
    }
}
