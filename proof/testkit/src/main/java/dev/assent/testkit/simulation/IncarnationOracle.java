package dev.assent.testkit.simulation;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.RecordKind;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.testkit.simulation.TransactionTruth.Subordination;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Law 15: a node that has made a second subordinate for a transaction has lost the work of the first, so that the
 * transaction can only roll back; and no node votes for a subordinate that a crash has taken. The oracle distinguishes
 * subordinates by the engine's objects, and not by the names that they should have. Not thread-safe.
 */
final class IncarnationOracle {
    private final Ledger ledger;

    IncarnationOracle(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Work of a call is about to be done at a node. */
    void visited(TransactionTruth truth, NodeLife life, GlobalTransaction engine) {
        boolean isKnown =
                engine.subordinate() == null || truth.subordinates.stream().anyMatch(each -> each.engine() == engine);
        if (!isKnown) {
            truth.subordinates.add(new Subordination(life, engine));
        }
    }

    /** A node votes. */
    void voted(NodeLife life, Request.Ask asked, Answer vote) {
        boolean isPromise = vote == Answer.PREPARED || vote == Answer.READ_ONLY;
        LocalTransactionId name = asked.branch().incarnation();
        ByteBuffer global = ByteBuffer.wrap(asked.branch().id().global());
        if (asked.verb() == RemoteVerb.COMMIT_ONE_PHASE && vote == Answer.DONE && name != null) {
            TransactionTruth truth = ledger.find(global);
            if (truth != null) {
                truth.committedInOnePhase(name);
            }
        }
        if (asked.verb() != RemoteVerb.PREPARE || !isPromise || name == null) {
            return;
        }
        boolean isOfThisLife = name.origin().equals(life.nodeEpoch());
        if (!isOfThisLife && !life.durable().has(RecordKind.PREPARED, global)) {
            ledger.broken("law 15", life + " votes " + vote + " for one that it has lost: " + asked.branch());
        }
        TransactionTruth truth = ledger.find(global);
        if (truth != null && vote == Answer.READ_ONLY) {
            truth.votedReadOnly(name);
        }
    }

    /** The client gets "all have committed". */
    void committed(TransactionTruth truth) {
        Map<SimulatedNode, Subordination> first = new HashMap<>();
        for (Subordination each : truth.subordinates) {
            Subordination before = first.putIfAbsent(each.life().node(), each);
            if (before != null) {
                ledger.broken("law 15", "COMMITTED was reported, and " + each + " came after " + before + ": " + truth);
            }
        }
    }
}
