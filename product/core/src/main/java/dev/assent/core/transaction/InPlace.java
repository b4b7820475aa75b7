package dev.assent.core.transaction;

import dev.assent.core.commit.Verb;
import dev.assent.core.log.Durability;
import dev.assent.core.log.RecordKind;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import java.util.Objects;

/**
 * An operator's decision in place of a transaction's superior (law 12: heuristic outcomes are forced first). When it is
 * carried out, the node keeps it until the superior decides the same, which ends it, or the opposite: then both sides
 * keep it until somebody has seen it.
 *
 * <p>The superior's commit is recorded before the superior gets its answer. With the answer the superior may forget the
 * transaction, and after a crash its silence would look like a rollback. That would confirm an operator's rollback,
 * which the commit has contradicted, and contradict an operator's commit, which the commit has confirmed. The
 * superior's rollback needs no record, since its silence looks the same.
 *
 * <p>Thread safety: the superior's decision is taken under the lock of its {@link Subordinate}. Any thread may ask for
 * the rest.
 */
final class InPlace {
    private final GlobalTransaction engine;

    /** An operator has decided. */
    private volatile boolean isResolved;

    /** The superior has not decided the same. */
    private volatile boolean isOpen;

    private volatile boolean isContradicted;

    /** The superior decided the same before everything was done. */
    private boolean isConfirmed;

    /** The superior's commit is being recorded. */
    private boolean isRecording;

    InPlace(GlobalTransaction engine) {
        this.engine = engine;
    }

    /**
     * Whether an operator has decided in place of a transaction's superior, whatever the superior decided. Only for a
     * transaction that has a superior.
     */
    static boolean isResolved(GlobalTransaction transaction) {
        return Objects.requireNonNull(transaction.subordinate()).inPlace().isResolved;
    }

    /** Whether the node keeps a finished transaction until its superior has confirmed the outcome. */
    static boolean isKeptForSuperior(GlobalTransaction transaction) {
        Subordinate subordinate = transaction.subordinate();
        return subordinate != null && subordinate.inPlace().isOpen;
    }

    /** An operator has decided. */
    void open() {
        isResolved = true;
        isOpen = true;
    }

    /** Takes over what an earlier record of the log says of the same transaction. */
    void openAgain(InPlace before) {
        isResolved = before.isResolved;
        isOpen = before.isOpen;
        isContradicted = before.isContradicted;
    }

    /** An earlier life of the node has recorded that the superior decided to commit. */
    void committedBefore() {
        if (engine.forDecision().isCommit()) {
            isOpen = false;
        } else {
            isContradicted = true;
        }
    }

    /** Whether an operator has decided, whatever the superior decided. */
    boolean isResolved() {
        return isResolved;
    }

    /** Whether an operator has decided, and the superior has not decided the same. */
    boolean isOpen() {
        return isOpen;
    }

    /** Whether the superior has decided otherwise. */
    boolean isContradicted() {
        return isContradicted;
    }

    /** Whether it waits for the superior's decision; a later decision may be presumed. */
    boolean awaitsWord() {
        return isOpen && !isContradicted;
    }

    // ---- the superior's decision

    /** Whether to {@linkplain #record record} this decision before the superior gets its answer. */
    boolean isToBeRecorded(Verb verb, Answer known) {
        return verb == Verb.COMMIT && known != Answer.RETRY && awaitsWord();
    }

    /** Whether the caller is the one to {@linkplain #record record} it; otherwise that is under way. */
    boolean takeRecording() {
        boolean isFree = !isRecording;
        isRecording = true;
        return isFree;
    }

    /**
     * Records that the superior has decided to commit. {@link #recorded} must follow.
     *
     * @param known the answer for the superior
     * @return that answer if the record is durable; RETRY if it is not; PENDING if the log answers later
     */
    Answer record(Answer known, Reply reply) {
        engine.progress().trace(FaultPoint.BEFORE_FORCE, -1);
        long position;
        try {
            position = engine.coordinator().log().append(RecordKind.SUPERIOR_COMMITS, engine.id(), out -> {});
        } catch (RuntimeException refused) { // in every case nothing was written
            return Answer.RETRY;
        }
        Durability now = engine.coordinator().log().force(position, later -> reply.done(forced(known, later)));
        return now == Durability.PENDING ? Answer.PENDING : forced(known, now);
    }

    private Answer forced(Answer known, Durability durability) {
        engine.progress().trace(FaultPoint.AFTER_FORCE, -1);
        return durability == Durability.DURABLE ? known : Answer.RETRY;
    }

    /** The log has answered. */
    void recorded() {
        isRecording = false;
    }

    /** The superior gets the answer to its decision. */
    void heard(Verb verb, Answer known) {
        boolean isWord = verb == Verb.COMMIT || verb == Verb.ROLLBACK;
        if (!isWord || known == Answer.RETRY || !awaitsWord()) {
            return;
        }
        if ((verb == Verb.COMMIT) == engine.forDecision().isCommit()) { // whatever its resources did
            isOpen = false;
            isConfirmed = !engine.forSuperior().forgetDone();
        } else {
            isContradicted = true;
        }
    }

    /** The transaction has come to rest: a confirmation before that is no longer needed. */
    void atRest() {
        if (isConfirmed) {
            isConfirmed = !engine.forSuperior().forgetDone();
        }
    }
}
