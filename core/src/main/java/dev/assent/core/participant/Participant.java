package dev.assent.core.participant;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One party of a transaction that can be asked to prepare, to commit and to roll back: an XA branch,
 * a subordinate in another process, a nested transaction, a last resource.
 *
 * <p>Every verb answers at once, or returns {@link Answer#PENDING} and later calls {@link
 * Reply#done} exactly once. No verb throws: what went wrong is an answer, its cause is kept in
 * {@link #problem}.
 *
 * <p>Thread safety: the verbs of one participant never overlap, though they may come from different
 * threads; a happens-before edge lies between one verb's answer and the next verb.
 */
public interface Participant extends Synchronizing {
    /** What this participant's protocol can do; the same at any time, but for its synchronizations. */
    Set<Capability> can();

    /**
     * The round before phase one: runs the synchronizations that it {@linkplain Capability#SYNCHRONIZATIONS has},
     * before any participant anywhere prepares (law 19). Answers DONE, or REFUSED when the transaction must roll
     * back.
     */
    @Override
    default Answer beforeCompletion(Reply reply) {
        return Answer.DONE;
    }

    /** Phase one. Answers PREPARED, READ_ONLY, ROLLED_BACK or REFUSED. */
    Answer prepare(Reply reply);

    /** Phase two after a commit decision. Answers DONE, RETRY, DOUBTFUL or a heuristic answer. */
    Answer commit(Reply reply);

    /**
     * Roll back, in any state before the commit decision. Answers DONE, RETRY or a heuristic answer; READ_ONLY when
     * there was nothing left to roll back.
     */
    Answer rollback(Reply reply);

    /**
     * Commit without phase one, for a participant that {@linkplain Capability#ONE_PHASE can}.
     * Answers DONE, ROLLED_BACK, RETRY (nothing was decided, it can be rolled back) or a heuristic
     * answer.
     */
    Answer commitOnePhase(Reply reply);

    /**
     * Commit, which decides for the whole transaction; asked only of one that can't {@linkplain
     * Capability#PREPARE prepare}, when all others have. Answers DONE, ROLLED_BACK or HEURISTIC_HAZARD, when
     * nobody can tell; asked again by recovery then, to find out and not to commit.
     */
    default Answer commitLast(Reply reply) {
        return Answer.HEURISTIC_HAZARD;
    }

    /** Forget a heuristic outcome; asked of one that {@linkplain Capability#FORGET can}. Answers DONE or RETRY. */
    default Answer forget(Reply reply) {
        return Answer.DONE;
    }

    /**
     * What it has decided by itself before it was told, as its answer to {@link #prepare} has said: its answer to what it is
     * told next. Null when nothing is known of that.
     */
    default @Nullable Answer ownDecision() {
        return null;
    }

    /**
     * The transaction waits although this participant was not asked again: the connection that did the work is
     * somebody else's from now on, and must not be used for the next verb.
     */
    default void park() {}

    /**
     * Whether recovery has to give it a connection to the registered resource of its name before it is asked
     * again; else it finds its way by itself, as over a network.
     */
    default boolean needsResource() {
        return true;
    }

    /**
     * Whether a verb may keep its caller, as that of a driver does, which waits for its database. One that only hands a
     * message to a wire does not; the same at any time.
     */
    default boolean mayBlock() {
        return true;
    }

    /** Whether one that finds its way by itself may be asked again now: no pause lasts since it was not reached. */
    default boolean isRetryDue() {
        return false;
    }

    /** Where it is asked, for people, when it is another process; null for a resource of this one. */
    default @Nullable String address() {
        return null;
    }

    /** The identity of the node that it is, as text; null when it is no other node, or nobody knows. */
    default @Nullable String node() {
        return null;
    }

    /** The name operators know it by, such as the resource's name. No other of its transaction has it, but on that resource. */
    String name();

    /** The name that its answers are counted under: one for all of a kind where each has a name of its own. */
    default String meterName() {
        return name();
    }

    /** Writes all that is needed to rebuild this participant after a crash. */
    void describe(ByteSink sink);
}
