package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.TransactionId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
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
}
