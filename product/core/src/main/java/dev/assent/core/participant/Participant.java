package dev.assent.core.participant;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One party of a transaction that prepares, commits and rolls back on request: an XA branch, a subordinate in another
 * process, a last resource.
 *
 * <p>Every verb answers at once, or returns {@link Answer#PENDING} and later calls {@link Reply#done} exactly once. No
 * verb throws: a failure is an answer, and {@link #problem} keeps its cause.
 *
 * <p>Thread safety: the verbs of one participant never overlap, though they may come from different threads; a
 * happens-before edge lies between one verb's answer and the next verb.
 */
public interface Participant extends Synchronizing {
    /** What its protocol can do; never changes, except for its synchronizations. */
    Set<Capability> can();

    /**
     * The round before phase one: runs the synchronizations that it {@linkplain Capability#SYNCHRONIZATIONS has},
     * before any participant anywhere prepares (law 19: synchronizations come first). Answers DONE, or REFUSED if the
     * transaction must roll back.
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
     * Roll back, in any state before the commit decision. Answers DONE, RETRY or a heuristic answer; READ_ONLY if there
     * was nothing left to roll back.
     */
    Answer rollback(Reply reply);

    /**
     * Commit without phase one, for a participant that {@linkplain Capability#ONE_PHASE can}. Answers DONE,
     * ROLLED_BACK, RETRY (nothing was decided, it can be rolled back) or a heuristic answer.
     */
    Answer commitOnePhase(Reply reply);

    /**
     * Commit, which decides for the whole transaction. Only a participant that can't {@linkplain Capability#PREPARE
     * prepare} gets it, when all others have. Answers DONE or ROLLED_BACK, or HEURISTIC_HAZARD if the outcome is
     * unknown. Then recovery calls it again, to find out and not to commit.
     */
    default Answer commitLast(Reply reply) {
        return Answer.HEURISTIC_HAZARD;
    }

    /** Forget a heuristic outcome, for a participant that {@linkplain Capability#FORGET can}. Answers DONE or RETRY. */
    default Answer forget(Reply reply) {
        return Answer.DONE;
    }

    /**
     * What it has decided by itself, or may have decided, as a heuristic answer, if it has said so before it answered to
     * the decision with that: in its answer to {@link #prepare}, in a message of its own, or by a claim that it can't
     * commit. Otherwise null.
     */
    default @Nullable Answer ownDecision() {
        return null;
    }

    /**
     * The transaction waits, and will ask this participant again later. Its present connection belongs to other work
     * from now on, so the next verb must not use it.
     */
    default void park() {}

    /**
     * Whether recovery has to give it a connection to the registered resource of its name before the next verb.
     * Otherwise it connects by itself, for example over a network.
     */
    default boolean needsResource() {
        return true;
    }

    /**
     * Whether a verb may block its caller, as a driver's does, which waits for its database. A participant that only
     * hands a message to a transport does not block. Never changes.
     */
    default boolean mayBlock() {
        return true;
    }

    /** Whether a participant that connects by itself may be asked again now: not during the pause after a failure. */
    default boolean isRetryDue() {
        return false;
    }

    /** Its address, for people, if it is another process; null for a resource of this one. */
    default @Nullable String address() {
        return null;
    }

    /** The identity of its node, as text; null if it is not another node, or if that is unknown. */
    default @Nullable String node() {
        return null;
    }

    /**
     * Its name for operators, such as the resource's name. In one transaction, only participants on the same resource
     * share a name.
     */
    String name();

    /**
     * The name under which its answers are counted. Participants with names of their own share the name of their kind.
     */
    default String meterName() {
        return name();
    }

    /** Writes everything that is needed to rebuild this participant after a crash. */
    void describe(ByteSink sink);
}
