package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.audit.Act;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transaction that was taken from its application rolls back later, though at first no worker took the rollback. */
@Fast
class RollbackRetryTest {
    private boolean isFull = true;
    private final TestNode node = TestNode.builder().background(this::execute).open();
    private final RecordingResource orders = node.resource("orders");
    private JtaTransaction transaction;

    private void execute(Runnable work) {
        if (isFull) {
            throw new RejectedExecutionException("no worker is free");
        }
        work.run();
    }

    @BeforeEach
    void begin() throws Exception {
        node.manager().setTransactionTimeout(60);
        transaction = node.begin();
        transaction.enlistResource(orders.connect());
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    private void assertRolledBackByALaterTick(ThrowingCallable first) throws Exception {
        assertThatThrownBy(first).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> node.advance(Duration.ofMillis(1))).isInstanceOf(RejectedExecutionException.class);
        assertThat(orders.rolledBack()).isZero();
        isFull = false;

        node.advance(Duration.ofMillis(1));

        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ROLLEDBACK);
        assertThat(node.coordinator().active()).isEmpty();
        node.advance(Duration.ofMillis(1));
        assertThat(node.events().count("rollback")).as("once").isEqualTo(1);
        assertThatThrownBy(node.manager()::commit).isInstanceOf(RollbackException.class);
    }

    @Test
    void timeout_noWorkerTakesTheRollback_aLaterTickRollsBack() throws Exception {
        assertRolledBackByALaterTick(() -> node.advance(Duration.ofSeconds(60)));
    }

    @Test
    void abandonSoon_noWorkerTakesTheRollback_aLaterTickRollsBack() throws Exception {
        assertRolledBackByALaterTick(
                () -> transaction.engine().unasked().abandonSoon(new IllegalStateException("its client is gone")));
    }

    @Test
    void endByOperator_noWorkerTakesTheRollback_aLaterTickRollsBack() throws Exception {
        assertRolledBackByALaterTick(
                () -> transaction.engine().forOperator().end(new Act("alice", 0, "it blocks others"), this::execute));
    }
}
