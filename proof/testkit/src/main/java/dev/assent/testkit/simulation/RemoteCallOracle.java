package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Result;
import dev.assent.remote.subordinate.RemoteSuperior;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.simulation.TransactionTruth.Subordination;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Law 16: after a lost reply a transaction can only roll back; no node asks for votes while the transaction has calls
 * under way there, by the oracle's own count; and the coordinator knows every node that has done work. Not thread-safe.
 */
final class RemoteCallOracle {
    private final World world;
    private final Ledger ledger;

    /** How many calls are under way, from a node and to it, by the engine's half of the transaction there; never all of it. */
    private final Map<GlobalTransaction, Integer> underWay = new IdentityHashMap<>();

    RemoteCallOracle(World world) {
        this.world = world;
        this.ledger = world.ledger();
    }

    /** A call begins, at its caller or at its callee. */
    void begun(GlobalTransaction engine) {
        underWay.merge(engine, 1, Integer::sum);
    }

    /** It has ended there. */
    void ended(GlobalTransaction engine) {
        underWay.merge(engine, -1, Integer::sum);
    }

    /** A node has done the work of a call, and answers. */
    void replied(GlobalTransaction engine, Context context, Result result) {
        Subordinate subordinate = engine.subordinate();
        boolean isCallersOwn = subordinate != null
                && subordinate.superior() instanceof RemoteSuperior superior
                && superior.ref().equals(context.superior());
        boolean isOnReply = world.profile().network().wire().contains(Feature.REGISTRATION_ON_REPLY);
        boolean isKnown = context.known() != null;
        if (isCallersOwn && isOnReply && !isKnown && result.effect().registration() == null) {
            ledger.broken("law 16", "a reply does not say who has done the work, " + engine.incarnation());
        }
    }

    /** A caller has heard the result of its call. */
    void heard(TransactionId id, Result result) {
        TransactionTruth truth = ledger.find(ByteBuffer.wrap(id.global()));
        if (truth != null && result instanceof Result.Unanswered lost && lost.mayHaveArrived()) {
            ledger.saw(Sight.REPLY_LOST);
            truth.isReplyLost = true;
        }
    }

    /** A node asks another one. */
    void asks(NodeLife life, Request.Ask asked) {
        TransactionTruth truth = ledger.find(ByteBuffer.wrap(asked.branch().id().global()));
        boolean isToPrepare = asked.verb() == RemoteVerb.PREPARE || asked.verb() == RemoteVerb.COMMIT_ONE_PHASE;
        if (truth != null && isToPrepare) {
            askedToPrepare(life, truth);
        }
        if (truth != null && (asked.verb() == RemoteVerb.COMMIT || asked.verb() == RemoteVerb.ROLLBACK)) {
            truth.told(asked.branch().incarnation(), asked.verb() == RemoteVerb.COMMIT);
        }
    }

    /** A node asks for a vote, or lets another participant decide. */
    void askedToPrepare(NodeLife life, TransactionTruth truth) {
        GlobalTransaction engine = truth.isDistributed ? life.coordinator().find(truth.id) : null;
        if (engine != null && underWay.getOrDefault(engine, 0) > 0) {
            ledger.broken("law 16", life + " begins to prepare while calls are under way: " + truth);
        }
    }

    /** The client gets "all have committed". */
    void committed(TransactionTruth truth) {
        if (truth.isReplyLost) {
            ledger.broken("law 16", "COMMITTED was reported after a lost reply: " + truth);
        }
        for (Subordination each : truth.subordinates) {
            if (each.engine().step() == Step.ACTIVE) {
                ledger.broken("law 16", "COMMITTED was reported, and " + each + " was left out: " + truth);
            }
        }
    }
}
