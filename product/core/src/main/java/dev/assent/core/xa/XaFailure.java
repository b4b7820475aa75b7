package dev.assent.core.xa;

import dev.assent.core.participant.Answer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A call of a branch's resource that has failed, and its judge: {@link XaCodes} has the meaning of the code, and where
 * the code leaves the end of the branch open, the resource is asked for its list or to forget (law 11: a lost answer is
 * never guessed; law 12: heuristic outcomes are forced first). Any exception except an XAException counts as
 * XAER_RMFAIL.
 *
 * <p>Thread safety: none; used by the thread whose call has failed.
 */
final class XaFailure {
    private final XaVerb verb;
    private final int code;
    private final BranchXid xid;
    private final @Nullable XAResource asked;
    private Throwable problem;

    /**
     * A failed call.
     *
     * @param thrown by the resource
     * @param asked the resource; null if there is none to ask
     */
    XaFailure(XaVerb verb, Throwable thrown, BranchXid xid, @Nullable XAResource asked) {
        this.verb = verb;
        this.code = code(thrown);
        this.xid = xid;
        this.asked = asked;
        this.problem = thrown;
    }

    private static int code(Throwable thrown) {
        return thrown instanceof XAException xa ? xa.errorCode : XAException.XAER_RMFAIL;
    }

    /** What the in-doubt list says about the branch. */
    enum Listing {
        /** The list has it. */
        LISTED,
        /** The list lacks it. */
        GONE,
        /** The resource returns no list now. */
        UNTOLD
    }

    /** Its verb. */
    XaVerb verb() {
        return verb;
    }

    /** What the resource threw; after an {@link #answer}, its refusal to forget, if it has refused that. */
    Throwable problem() {
        return problem;
    }

    /** The meaning of its code. */
    XaMeaning meaning() {
        return XaCodes.meaning(verb, code);
    }

    /** Whether the resource says that it does not know the branch. */
    boolean isUnknownXid() {
        return code == XAException.XAER_NOTA;
    }

    /** Whether the resource has said that it did not roll back. After any other failure nobody knows. */
    boolean isRefusal() {
        return switch (code) {
            case XAException.XAER_RMERR,
                    XAException.XAER_NOTA,
                    XAException.XAER_PROTO,
                    XAException.XAER_INVAL,
                    XAException.XAER_ASYNC -> true;
            default -> false;
        };
    }

    /**
     * Whether a refusal to roll back may come from the resource's connection, and hide that the rollback took effect.
     * It may only if the resource then returns no list either.
     */
    boolean mayHideEffect() {
        return code == XAException.XAER_RMERR;
    }

    /** Asks the resource at once, while the caller waits for the outcome of the transaction. */
    Listing listing() {
        if (isUnknownXid()) {
            return Listing.GONE;
        }
        if (asked == null) {
            return Listing.UNTOLD;
        }
        try {
            return InDoubtList.of(asked).contains(xid) ? Listing.LISTED : Listing.GONE;
        } catch (Throwable unknown) {
            return Listing.UNTOLD;
        }
    }

    /**
     * The branch's answer.
     *
     * @param isDoubtful whether the resource has claimed before that it can't keep its promise
     */
    Answer answer(boolean isDoubtful) {
        XaMeaning meaning = meaning();
        if (meaning == XaMeaning.FORGET_THEN_DONE && !isForgotten()) {
            return unforgotten();
        }
        if (meaning == XaMeaning.RETRY_OR_HAZARD && !isDoubtful) {
            return listing() == Listing.GONE ? Answer.HEURISTIC_HAZARD : Answer.DOUBTFUL;
        }
        Answer answer = meaning.answer();
        if (answer == null) {
            throw new IllegalStateException(verb + " has no answer for " + meaning);
        }
        return answer;
    }

    /** The resource's own decision was the right one: asks it to forget; whether it has. */
    private boolean isForgotten() {
        if (asked == null) {
            return false;
        }
        try {
            asked.forget(xid);
            return true;
        } catch (Throwable unforgotten) {
            problem = unforgotten;
            return code(unforgotten) == XAException.XAER_NOTA;
        }
    }

    /**
     * The resource still lists the branch, which would look like an orphan. In phase two it is asked again; a one-phase
     * commit is over, so its outcome is kept until the operator forgets it.
     */
    private Answer unforgotten() {
        return verb == XaVerb.COMMIT_ONE_PHASE ? Answer.HEURISTIC_COMMIT : Answer.RETRY;
    }
}
