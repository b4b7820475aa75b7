package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NotRunningException;
import dev.assent.core.adapter.Aside;
import dev.assent.core.adapter.Background;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.Workers;
import dev.assent.core.commit.Step;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;

/**
 * Closes the parts of a node, each by its part of the limit, whatever resources, other nodes and the disk do.
 *
 * <p>Thread safety: for one thread, once.
 */
final class NodeClosing {
    /** When the work that others have brought must have ended, in percent of the limit of a close. */
    private static final int CLOSE_WORK = 20;

    /** When transactions must have ended. */
    private static final int CLOSE_TRANSACTIONS = 50;

    /** When the layer above the node must have released its connections. */
    private static final int CLOSE_LAYER = 70;

    /** When the log must be closed; the rest of the limit is for owners of the node that close more. */
    private static final int CLOSE_LOG = 75;

    /** Superiors have the limit divided by this to send their decisions; the next start asks for the others. */
    private static final int CLOSE_WORD_PARTS = 7;

    private final Coordinator coordinator;
    private final Recovery recovery;
    private final NodeLayer layer;
    private final NodeTimer timer;
    private final Background background;
    private final DecisionLog log;

    NodeClosing(NodeAssembly parts, NodeTimer timer, Background background, DecisionLog log) {
        this.coordinator = parts.coordinator();
        this.recovery = parts.recovery();
        this.layer = parts.layer();
        this.timer = timer;
        this.background = background;
        this.log = log;
    }

    /** Takes no more work, lets transactions end or rolls them back, and closes the log. */
    void close(Closing closing) {
        closing.attempt(layer::stop);
        closing.attempt(() -> Workers.await(layer::isIdle, closing.until(CLOSE_WORK)));
        closing.attempt(() -> coordinator.stop(null));
        closing.attempt(recovery::close);
        closing.attempt(() -> endTransactions(closing));
        long wordNanos = SystemClock.INSTANCE.nanos() + closing.limitNanos() / CLOSE_WORD_PARTS;
        closing.attempt(
                () -> Workers.await(this::hasHeardOfAll, Math.min(closing.until(CLOSE_TRANSACTIONS), wordNanos)));
        Aside above = new Aside("assent-close-layer");
        above.run("requests of other nodes", () -> {
            try {
                layer.close();
            } finally {
                timer.stop();
            }
        });
        above.await(closing.until(CLOSE_LAYER)).forEach(closing::left);
        above.failures().values().forEach(closing::failed);
        closing.attempt(() -> closeRest(closing));
    }

    /** A thread of its own rolls back each: some may wait for silent resources. */
    private void endTransactions(Closing closing) {
        NotRunningException reason = new NotRunningException(MESSAGES.closing(), null);
        for (GlobalTransaction transaction : coordinator.active()) {
            background.isTaken(() -> transaction.unasked().abandon(reason)); // otherwise it is left, and reported
        }
        Workers.await(coordinator::isIdle, closing.until(CLOSE_TRANSACTIONS));
        closing.left(coordinator.active());
    }

    private void closeRest(Closing closing) {
        closing.attempt(timer::stop);
        closing.attempt(() -> background.end(closing.until(CLOSE_TRANSACTIONS)));
        String asked = recovery.asked(); // before the interrupt, which may end the call, but not the work
        if (asked != null) {
            closing.left(asked + " (recovery asks again when the node has started again)");
        }
        closing.attempt(background::interrupt);
        Aside below = new Aside("assent-close-log");
        below.run("the decision log, whose disk does not answer", log::close);
        below.await(closing.until(CLOSE_LOG)).forEach(closing::left);
        below.failures().values().forEach(closing::failed);
    }

    /** Whether this node has the decisions of all superiors about transactions that were prepared in this life. */
    private boolean hasHeardOfAll() {
        return coordinator.parked().stream().noneMatch(each -> each.step() == Step.PREPARED && !each.isRecovered());
    }
}
