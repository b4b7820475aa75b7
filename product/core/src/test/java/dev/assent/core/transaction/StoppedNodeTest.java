package dev.assent.core.transaction;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.NotRunningException;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** A stopped node says why it takes no transactions. */
@Fast
class StoppedNodeTest {
    private final Coordinator coordinator = new Coordinator(new CoordinatorPorts(
            new MemoryDecisionLog(() -> new NodeId(1, 2)),
            SystemClock.INSTANCE,
            Dispatcher.INLINE,
            Runnable::run,
            Thread::yield,
            null,
            null,
            64));

    @Test
    void begin_stoppedByABugWithoutText_namesItsClass() {
        coordinator.stop(new StackOverflowError());
        assertThatThrownBy(() -> coordinator.begin(Terms.DEFAULT))
                .isInstanceOf(NotRunningException.class)
                .hasMessageContainingAll(
                        "nothing was done: this node takes no transactions now", "Cause: java.lang.StackOverflowError");
    }

    @Test
    void begin_stoppedByAssent_givesItsMessageWithoutAClass() {
        coordinator.stop(new NotRunningException("the outcome is unknown", null));
        assertThatThrownBy(() -> coordinator.begin(Terms.DEFAULT))
                .hasMessageEndingWith("Cause: the outcome is unknown");
    }
}
