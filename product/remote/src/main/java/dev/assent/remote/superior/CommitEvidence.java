package dev.assent.remote.superior;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Peers;
import org.jspecify.annotations.Nullable;

/**
 * What the answers of one subordinate prove about its commit: that it has committed, claims that it can't, or no longer
 * knows the transaction. If they contradict each other, nobody knows what it did: law 11 (a lost answer is never
 * guessed). This node records a claim once before it repeats the commit: law 12 (heuristic outcomes are forced first).
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class CommitEvidence {
    /**
     * How long a subordinate that may have heard the commit must answer that it does not know the transaction, until
     * this node assumes that it has committed: longer than the interval of other vendors' recovery passes, in which a
     * restarted subordinate asks for the decision.
     */
    private static final long GONE_NANOS = 600_000_000_000L;

    private final Peers peers;

    /**
     * Whether it may have heard the commit: in an earlier life, by a request without an answer, or by the answer to its
     * own question.
     */
    private boolean mayKnow;

    /** As {@link Claim#DOUBTFUL}. */
    private boolean isDoubtful;

    /** As {@link Claim#LOST}. */
    private boolean isLost;

    /** Since when it answers to commit that it does not know the transaction; 0 while it does not answer so. */
    private long goneSinceNanos;

    /** The evidence about a subordinate that can't have heard a commit. */
    CommitEvidence(Peers peers) {
        this.peers = peers;
    }

    /** The evidence about a subordinate of an earlier life, in which it may have heard the commit. */
    static CommitEvidence ofEarlierLife(Claim claim, Peers peers) {
        CommitEvidence read = new CommitEvidence(peers);
        read.mayKnow = true;
        read.isDoubtful = claim == Claim.DOUBTFUL;
        read.isLost = claim == Claim.LOST;
        return read;
    }

    /** What it has claimed. */
    synchronized Claim claim() {
        return isDoubtful ? Claim.DOUBTFUL : isLost ? Claim.LOST : Claim.NONE;
    }

    /** What it may have decided by itself, as far as it has claimed that it can't commit; null if it has not. */
    synchronized @Nullable Answer ownDecision() {
        return isDoubtful ? Answer.HEURISTIC_HAZARD : null;
    }

    /** It has sent a message that proves that it knows the transaction. */
    synchronized void knows() {
        goneSinceNanos = 0;
        isLost = false;
    }

    /** It has asked for the decision, so it knows the transaction, and may hear of the commit by the answer. */
    synchronized void mayHearCommit() {
        knows();
        mayKnow = true;
    }

    /**
     * Judges its response to a request to commit, roll back or forget.
     *
     * @param answer the answer in the response; RETRY if there is none
     * @return DONE, a heuristic outcome, DOUBTFUL for a claim that is to be recorded, or RETRY
     */
    synchronized Answer judged(RemoteVerb verb, Response response, Answer answer) {
        Answer judged = verb == RemoteVerb.COMMIT && isGone(response) ? gone() : finished(verb, answer);
        mayKnow |= verb == RemoteVerb.COMMIT && mayHaveArrived(response);
        return judged;
    }

    /** Whether a response says that the process does not know the transaction. */
    static boolean isGone(Response response) {
        return response instanceof Response.Refused refused && refused.why() == Response.Why.GONE;
    }

    /**
     * The answer to a commit of a subordinate that does not know the transaction. A prepared subordinate keeps the
     * transaction until it hears the decision. So if it may have heard the commit before, and answers so for long, it
     * has committed and forgotten the transaction: DONE (CORBA OTS 1.4: a Resource may go once it has committed). This
     * node does not believe it at once, since another process at its address would answer the same, and so would a
     * restarted one until it asks.
     *
     * <p>If it answers so before it can have heard the commit, it has not committed: its work is lost, or it has
     * restarted and asks later. This node records that once, as DOUBTFUL, and repeats the commit, so the caller hears
     * what it hears of a subordinate that is not reached. If it never asks, an operator ends the transaction. In a later
     * life this node no longer knows that it had not heard the commit, so the same answer is then a hazard (laws 11, 12).
     */
    private Answer gone() {
        if (!mayKnow) { // so it has made no claim either, except this one
            boolean isNews = !isLost;
            isLost = true;
            return isNews ? Answer.DOUBTFUL : Answer.RETRY;
        }
        long now = peers.nanos();
        if (goneSinceNanos == 0) {
            goneSinceNanos = now;
        }
        if (now - goneSinceNanos < GONE_NANOS) {
            return Answer.RETRY;
        }
        return isLost || isDoubtful ? Answer.HEURISTIC_HAZARD : Answer.DONE;
    }

    private static boolean mayHaveArrived(Response response) {
        return response instanceof Response.Unanswered lost
                ? lost.mayHaveArrived()
                : response instanceof Response.Answered;
    }

    /**
     * The subordinate may claim that it can't commit, or has rolled back. This node records that once, tells its caller
     * that the outcome is a hazard, and still repeats the commit. If the subordinate confirms later, nobody knows what
     * it did: over some wires a subordinate that no longer knows the transaction confirms any request (laws 11, 12).
     *
     * <p>If it claims that it can't roll back, nobody knows what it did from then on. The log has no decision to roll
     * back that would keep the claim until a confirmation.
     */
    private Answer finished(RemoteVerb verb, Answer answer) {
        goneSinceNanos = 0;
        if (verb == RemoteVerb.ROLLBACK && answer == Answer.DOUBTFUL) {
            return Answer.HEURISTIC_HAZARD;
        }
        boolean isAgainst = answer == Answer.DOUBTFUL || answer == Answer.ROLLED_BACK;
        if (verb == RemoteVerb.COMMIT && isAgainst && !isDoubtful) {
            isDoubtful = true;
            return Answer.DOUBTFUL;
        }
        if (verb == RemoteVerb.COMMIT && answer == Answer.DONE && isDoubtful) {
            return Answer.HEURISTIC_HAZARD;
        }
        return answer == Answer.DONE || answer.isHeuristic() ? answer : Answer.RETRY;
    }
}
