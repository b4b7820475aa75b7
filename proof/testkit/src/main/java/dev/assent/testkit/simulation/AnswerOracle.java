package dev.assent.testkit.simulation;

import dev.assent.NodeEpoch;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Law 17: a node that has not read its log answers every question with "wait". It answers for itself and its lives so
 * far, and for no other node. It presumes no outcome for a transaction that will be decided later. The oracle judges
 * each answer when the node gives it, even if the message is lost. Not thread-safe.
 */
final class AnswerOracle {
    private final Ledger ledger;

    AnswerOracle(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A node has answered. */
    void answered(NodeLife life, Request request, Response response) {
        if (life.isDead()) { // no process hears what a dead one sends while it unwinds
            return;
        }
        if (response instanceof Response.Refused refused) {
            refused(life, request, refused);
            return;
        }
        if (!life.isRestored()) {
            ledger.broken("law 17", life + " has not read its log, and answers " + response + " to " + request);
        }
        boolean isNamed = !(request instanceof Request.Begin || request instanceof Request.Restarted);
        LocalTransactionId name = named(request);
        if (isNamed && (name == null || !mayAnswer(life, name, request))) {
            ledger.broken("law 17", life + " is not meant, and answers " + response + " to " + request);
        }
        if (request instanceof Request.Inquire inquiry && response instanceof Response.Decided decided) {
            decided(inquiry, decided.decision());
        }
        if (request instanceof Request.Ask ask
                && response instanceof Response.Answered told
                && told.answer() == Answer.DONE) {
            done(life, ask);
        }
    }

    private void refused(NodeLife life, Request request, Response.Refused refused) {
        boolean isToWait = refused.why() == Why.NOT_READY || refused.why() == Why.NOT_MINE;
        if (!life.isRestored() && !isToWait) {
            ledger.broken("law 17", life + " has not read its log, and answers " + refused + " to " + request);
        }
        if (refused.why() == Why.NOT_READY) {
            ledger.saw(Sight.ASKED_EARLY);
        } else if (refused.why() == Why.NOT_MINE) {
            ledger.saw(Sight.ASKED_FOR_ANOTHER);
        }
    }

    private void decided(Request.Inquire inquiry, Decision decision) {
        if (decision == Decision.UNDECIDED) {
            return;
        }
        TransactionTruth truth = truthOf(inquiry);
        if (truth != null) {
            truth.told(inquiry.branch().incarnation(), decision == Decision.COMMIT);
        }
        if (truth != null && decision == Decision.ROLLBACK) {
            rolledBack(truth, inquiry);
        }
    }

    /** The transaction that the request is about, by the name of the node that is meant; null when there is none. */
    private static @Nullable LocalTransactionId named(Request request) {
        if (request instanceof Request.Ask ask) {
            return ask.branch().incarnation();
        }
        if (request instanceof Request.Register register) {
            return register.superior();
        }
        if (request instanceof Request.Vote vote) {
            return vote.superior();
        }
        if (request instanceof Request.Inquire inquiry) {
            return inquiry.superior();
        }
        return request instanceof Request.End end && end.id() instanceof LocalTransactionId begun ? begun : null;
    }

    /**
     * Only the life that began the transaction may answer a registration or a vote. Later lives, and a node that has
     * adopted this one, may answer the other questions.
     */
    private boolean mayAnswer(NodeLife life, LocalTransactionId name, Request request) {
        NodeEpoch meant = name.origin();
        NodeEpoch self = life.nodeEpoch();
        if (request instanceof Request.Register || request instanceof Request.Vote) {
            return meant.equals(self);
        }
        if (meant.node().equals(self.node())) {
            return life.durable().hasLife(meant.epoch(), meant.mark());
        }
        return mayAnswerForAdopted(life, meant, request);
    }

    /**
     * It may answer for a transaction that is in the log of the adopted node. If that log is whole, it may answer for
     * any other one, too.
     */
    private boolean mayAnswerForAdopted(NodeLife life, NodeEpoch meant, Request request) {
        ByteBuffer other = ByteBuffer.wrap(meant.node().recordId().global());
        DurableRecords records = life.durable();
        TransactionTruth truth = truthOf(request);
        boolean isInLog = truth != null && truth.adopters.contains(life.node());
        boolean isAdopters =
                records.hasAdopted(other) && (isInLog || records.isWholeOf(other, meant.epoch(), meant.mark()));
        if (isAdopters) {
            ledger.saw(Sight.ANSWERED_FOR_LOST);
        }
        return isAdopters;
    }

    private @Nullable TransactionTruth truthOf(Request request) {
        if (request instanceof Request.Ask ask) {
            return ledger.find(ByteBuffer.wrap(ask.branch().id().global()));
        }
        return request instanceof Request.Inquire inquiry
                ? ledger.find(ByteBuffer.wrap(inquiry.branch().id().global()))
                : null;
    }

    /**
     * The node that asks has work to lose, unless the transaction has ended there. If this answer is right, the node
     * got "wait" while nothing was decided.
     */
    private void rolledBack(TransactionTruth truth, Request.Inquire inquiry) {
        if (truth.isOverAt(inquiry.branch().incarnation())) {
            return;
        }
        boolean isInPlace = truth.inPlace(inquiry.superior()) != null;
        if (!isInPlace && !ledger.isDecidedAnywhere(truth)) {
            truth.isRollbackTold = true;
        }
    }

    /**
     * A superior hears that it was done as it has decided: it may forget a commit. By law 12 it hears otherwise when an
     * operator has decided the other way in its place, and work has followed the operator.
     */
    private void done(NodeLife life, Request.Ask ask) {
        TransactionTruth truth = truthOf(ask);
        Vote vote = truth == null ? null : truth.vote(ask.branch().incarnation());
        if (truth == null || vote == null) {
            return;
        }
        boolean isCommit = ask.verb() == RemoteVerb.COMMIT;
        boolean isEnd = isCommit || ask.verb() == RemoteVerb.ROLLBACK;
        boolean isAgainst = vote.isInPlace() && vote.isCommit() != isCommit && truth.isFollowed(vote);
        boolean canTell = life.world().profile().network().wire().contains(Feature.HEURISTICS);
        if (isEnd && isAgainst && canTell && !vote.isConfirmed() && !truth.isForgotten) {
            ledger.broken(
                    "law 12", "a superior hears that its " + ask.verb() + " is done, against " + vote + ": " + truth);
        }
        if (isCommit) {
            vote.confirmed();
        }
    }

    /**
     * The client gets "all have committed". If all resources have committed by themselves, that is true even against
     * the decision.
     */
    void committed(TransactionTruth truth) {
        boolean isByResources = truth.branches.stream()
                .allMatch(each -> each.isReadOnly() || (each.isResources() && each.effect == Effect.COMMITTED));
        if (truth.isRollbackTold && !isByResources) {
            ledger.broken(
                    "law 17",
                    "COMMITTED was reported, and a subordinate that asked got the answer to roll back: " + truth);
        }
    }
}
