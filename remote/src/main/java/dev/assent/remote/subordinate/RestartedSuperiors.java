package dev.assent.remote.subordinate;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.message.Message;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Takes the news that a superior has restarted, and has the subordinates of its earlier epochs ask what is decided. The news
 * ends nothing by itself: each question goes to the address that this node knew before, and only its answer counts.
 *
 * <p>The news is taken of the node alone that it is about (law 22). A subordinate asks for it once in a second at most,
 * however often it comes. News of an epoch that is not later than that of a transaction says nothing of that one.
 *
 * <p>Thread safety: all methods may be called by any thread; none waits.
 */
final class RestartedSuperiors {
    /** Of so many nodes the epoch is kept in mind; the one that was not heard of for the longest time goes. */
    private static final int NODES_MAX = 1_000;

    private final Coordinator coordinator;

    /** The latest epoch that each node has told; guarded by itself. */
    private final Map<NodeId, Integer> epochs = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Integer> eldest) {
            return size() > NODES_MAX;
        }
    };

    RestartedSuperiors(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** A node says that it has restarted. */
    Response heard(Caller from, Request.Restarted news) {
        NodeEpoch life = news.life();
        if (!isItself(from, life)) {
            return new Response.Refused(
                    Response.Why.FORBIDDEN, Message.RESTART_OF_ANOTHER.text(from.name(), life.node()));
        }
        synchronized (epochs) {
            Integer before = epochs.remove(life.node());
            epochs.put(life.node(), before == null ? life.epoch() : Math.max(before, life.epoch()));
        }
        coordinator.active().forEach(this::ask);
        coordinator.parked().forEach(this::ask);
        return new Response.Answered(Answer.DONE);
    }

    private static boolean isItself(Caller from, NodeEpoch life) {
        return life.node().equals(from.node());
    }

    /** A call has made a subordinate here: it asks at once when its superior has restarted since the transaction began. */
    void joined(Transaction made) {
        ask(made);
    }

    private void ask(Transaction each) {
        Subordinate subordinate = each.subordinate();
        if (subordinate != null
                && subordinate.superior() instanceof RemoteSuperior superior
                && isOfEarlierEpoch(superior)
                && superior.mayAskForNews()) {
            subordinate.inquireAfterRestart();
        }
    }

    private boolean isOfEarlierEpoch(RemoteSuperior superior) {
        if (superior.ref().name() == null) {
            return false;
        }
        NodeEpoch decides = superior.ref().name().origin();
        synchronized (epochs) {
            Integer told = epochs.get(decides.node());
            return told != null && decides.epoch() < told;
        }
    }
}
