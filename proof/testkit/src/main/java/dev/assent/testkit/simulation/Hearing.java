package dev.assent.testkit.simulation;

import dev.assent.core.xa.XaVerb;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * What the life at the near end of a connection has heard of branches.
 *
 * @param life the life
 * @param isRecoverys whether recovery opened the connection: then the outcome is out already
 */
record Hearing(NodeLife life, boolean isRecoverys) {
    /** A call has failed with an XA code: perhaps because of the resource's own decision, or so it looks. */
    void failed(XaVerb verb, BranchTruth branch, int code, boolean isFirst) {
        boolean isMarked = code >= XAException.XA_RBBASE && code <= XAException.XA_RBEND;
        boolean isEndOfWork = verb == XaVerb.PREPARE || verb == XaVerb.COMMIT_ONE_PHASE || verb == XaVerb.ROLLBACK;
        if (isMarked && isEndOfWork) {
            branch.finishedFor = life;
        } else if (isMarked && (verb == XaVerb.END || verb == XaVerb.START)) {
            branch.markedFor = life;
        }
        if (verb == XaVerb.FORGET || verb == XaVerb.PREPARE) { // no vote: it is asked to roll back
            return;
        }
        boolean isHeuristic = branch.isOwn && branch.heuristicCode != 0 && code == branch.heuristicCode;
        boolean isMissing = branch.isLost && isFirst && code == XAException.XAER_NOTA;
        boolean isGivenUp = branch.isLost && verb == XaVerb.COMMIT && code == XAException.XAER_RMERR;
        if (isHeuristic || isGivenUp || (isMissing && !isRecoverys)) {
            branch.reportedTo = life;
        }
        if ((isHeuristic || isMissing) && !isRecoverys) {
            branch.heardBy = life;
        }
    }

    /** A call has been answered. */
    void answered(XaVerb verb, BranchTruth branch, int answer) {
        boolean isOver = switch (verb) {
            case PREPARE -> answer == XAResource.XA_RDONLY;
            case COMMIT, COMMIT_ONE_PHASE, ROLLBACK -> true;
            case START, END, FORGET, RECOVER -> false;
        };
        if (isOver) {
            branch.finishedFor = life;
        }
    }
}
