package dev.assent.testkit.simulation;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.subordinate.RemoteSuperior;
import dev.assent.remote.transport.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Tells subordinates what to do whose superior is another, and ends the transactions of others: each must be refused (law
 * 22). Not thread-safe.
 */
final class Forger {
    private static final String LIAR = "a liar";
    private static final int EPOCH_TO_COME = 1_000;

    private final World world;

    Forger(World world) {
        this.world = world;
    }

    void run() {
        for (SimulatedNode node : world.nodes()) {
            NodeLife life = node.life();
            if (life != null) {
                List<GlobalTransaction> all = new ArrayList<>(life.coordinator().parked());
                all.addAll(life.coordinator().active());
                askOfLifeToCome(life);
                all.stream()
                        .map(GlobalTransaction::subordinate)
                        .filter(Objects::nonNull)
                        .forEach(each -> forge(life, each));
            }
        }
        for (TransactionTruth truth : world.ledger().transactions()) {
            NodeLife life = truth.life;
            if (truth.isClients && life != null && life == life.node().life()) {
                end(life, truth.id);
            }
        }
    }

    private void end(NodeLife life, TransactionId id) {
        Request.End end = new Request.End(id, world.chance().of(0.5), List.of());
        life.inbound().ask(new Caller(null, LIAR), end, response -> judge(id, response));
    }

    private void forge(NodeLife life, Subordinate subordinate) {
        LocalTransactionId incarnation = subordinate.transaction().incarnation();
        if (incarnation == null || !(subordinate.superior() instanceof RemoteSuperior superior)) {
            return;
        }
        NodeId decides = superior.ref().node();
        if (decides != null) {
            tellOfRestart(life, decides);
        }
        for (SimulatedNode other : world.nodes()) {
            NodeLife liar = other.life();
            if (liar == null || liar.nodeEpoch().node().equals(decides)) {
                continue;
            }
            RemoteVerb verb = world.chance().oneOf(List.of(RemoteVerb.COMMIT, RemoteVerb.ROLLBACK, RemoteVerb.PREPARE));
            BranchRef branch = new BranchRef(subordinate.transaction().id(), incarnation);
            Caller caller = new Caller(liar.nodeEpoch().node(), LIAR);
            life.inbound().ask(caller, new Request.Ask(verb, branch), response -> judge(branch, response));
        }
    }

    /** A node that this one has lost, since its folder is an old copy, asks about a later life: nobody can answer yet. */
    private void askOfLifeToCome(NodeLife life) {
        NodeEpoch now = life.nodeEpoch();
        LocalTransactionId name = new LocalTransactionId(new NodeEpoch(now.node(), now.epoch() + 1, now.mark()), 1);
        BranchRef branch = BranchRef.ofStranger(name, LIAR);
        life.inbound().ask(new Caller(null, LIAR), new Request.Inquire(name, branch), response -> {
            if (response instanceof Response.Refused) {
                world.ledger().saw(Sight.ASKED_OF_LIFE_TO_COME);
            } else {
                world.ledger().broken("law 17", "a life to come is answered for: " + response);
            }
        });
    }

    /** A liar is refused; the node itself may say so before it is true, and nothing may come of it. */
    private void tellOfRestart(NodeLife life, NodeId decides) {
        Request.Restarted early = new Request.Restarted(new NodeEpoch(decides, EPOCH_TO_COME, 0));
        life.inbound().ask(new Caller(null, LIAR), early, response -> judge(early, response));
        life.inbound().ask(new Caller(life.nodeEpoch().node(), LIAR), early, response -> judge(early, response));
        life.inbound().ask(new Caller(decides, LIAR), early, nobodyReads -> {});
    }

    private void judge(Object about, Response response) {
        boolean isRefused = response instanceof Response.Refused refused
                && (refused.why() == Response.Why.FORBIDDEN || refused.why() == Response.Why.NOT_READY);
        if (isRefused) {
            world.ledger().saw(Sight.FORBIDDEN);
        } else {
            world.ledger().broken("law 22", "a stranger is obeyed about " + about + ": " + response);
        }
    }
}
