package dev.assent.core;

import dev.assent.Assent;
import dev.assent.core.foreign.Failure;
import dev.assent.core.operator.NodeState;
import dev.assent.core.operator.NodeState.Mode;
import dev.assent.core.transaction.Coordinator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of a node as its operators see it. Thread safety: safe to share. */
final class ShownState {
    private final boolean isHeld;
    private volatile boolean hasAllResources;

    /** Of a node that runs, or {@linkplain Assent#isHeld is held}. */
    ShownState(boolean isHeld) {
        this.isHeld = isHeld;
    }

    /** The program has registered all its resources. */
    void hasAllResources() {
        hasAllResources = true;
    }

    NodeState of(@Nullable NodeState ofLog, Coordinator coordinator, NodeTimer timer) {
        NodeState opened = ofLog == null ? opened(coordinator) : ofLog;
        if (ofLog == null && timer.isPaused()) {
            return new NodeState(Mode.OPENING, opened.text());
        }
        return hasAllResources ? opened.withAllResources() : opened;
    }

    private NodeState opened(Coordinator coordinator) {
        if (isHeld) {
            return new NodeState(Mode.HELD, "not running, opened for an operator");
        }
        if (coordinator.isRunning()) {
            return NodeState.RUNNING;
        }
        Optional<Throwable> cause = Optional.ofNullable(coordinator.stopCause()).or(coordinator.log()::failure);
        return new NodeState(
                Mode.STOPPED,
                "stopped" + cause.map(why -> ": " + Failure.message(why)).orElse(""));
    }
}
