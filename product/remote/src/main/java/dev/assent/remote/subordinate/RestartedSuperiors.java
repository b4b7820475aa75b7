package dev.assent.remote.subordinate;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes the news that a superior has restarted, and makes the subordinates of its earlier epochs ask for the decision.
 * The news ends nothing by itself: each inquiry goes to the address that this node knew before, and only its answer
 * counts.
 *
 * <p>A node may announce only its own restart (law 22: a certificate is not a right). However often news comes, a
 * subordinate asks at most once a second. News of an epoch that is not later than that of a transaction says nothing
 * about it: a superior whose log was replaced by an older copy does not know the decisions of the lives that the copy
 * lacks (law 5).
 *
 * <p>Thread safety: all methods may be called by any thread; none waits.
 */
final class RestartedSuperiors {
    /**
     * How many nodes' epochs are kept. For any further node, a late call from an earlier epoch waits for its timeout.
     */
    private static final int NODES_MAX = 1_000;

    private final Coordinator coordinator;

    /** The latest epoch that each node has announced. */
    private final Map<NodeId, Integer> epochs = new ConcurrentHashMap<>();

    RestartedSuperiors(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** A node says that it has restarted. */
    Response heard(Caller from, Request.Restarted news) {
        NodeEpoch life = news.life();
        if (!isItself(from, life)) {
            return new Response.Refused(Response.Why.FORBIDDEN, MESSAGES.restartOfAnother(from.name(), life.node()));
        }
        if (epochs.size() < NODES_MAX || epochs.containsKey(life.node())) {
            epochs.merge(life.node(), life.epoch(), Math::max); // before the look: a later subordinate asks by itself
        }
        coordinator.active().forEach(each -> askIfEarlier(each, life.node(), life.epoch()));
        coordinator.parked().forEach(each -> askIfEarlier(each, life.node(), life.epoch()));
        return new Response.Answered(Answer.DONE);
    }

    private static boolean isItself(Caller from, NodeEpoch life) {
        return life.node().equals(from.node());
    }

    /**
     * A call has made a subordinate here. It asks at once if its superior has restarted since the transaction began.
     */
    void joined(GlobalTransaction made, RemoteSuperior superior) {
        NodeId node = superior.ref().node();
        Integer told = node == null ? null : epochs.get(node);
        if (node != null && told != null) {
            askIfEarlier(made, node, told);
        }
    }

    private static void askIfEarlier(GlobalTransaction each, NodeId node, int epoch) {
        Subordinate subordinate = each.subordinate();
        if (subordinate != null
                && subordinate.superior() instanceof RemoteSuperior superior
                && isEarlier(superior.ref().name(), node, epoch)
                && superior.takeQuestionForNews()) {
            subordinate.inquireAfterRestart();
        }
    }

    private static boolean isEarlier(@Nullable LocalTransactionId name, NodeId node, int epoch) {
        return name != null
                && name.origin().node().equals(node)
                && name.origin().epoch() < epoch;
    }
}
