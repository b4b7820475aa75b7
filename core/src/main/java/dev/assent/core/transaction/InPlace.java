package dev.assent.core.transaction;

import dev.assent.core.commit.Verb;
import dev.assent.core.log.Durability;
import dev.assent.core.log.RecordKind;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;

/**
 * What an operator has decided in place of the superior of a transaction (law 12). When it is done it is kept until the
 * superior has said the same, which ends it; or otherwise, which both sides then keep until somebody has seen it.
 *
 * <p>A commit of the superior is on record before it is answered: the superior may forget it then, and after a crash its
 * silence would read as a rollback, which would confirm an operator's rollback that the commit has contradicted, and
 * contradict an operator's commit that it has confirmed. A rollback reads so in any case.
 *
 * <p>Thread safety: what the superior says is taken under the lock of its {@link Subordinate}; the rest may be asked by any
 * thread.
 */
final class InPlace {
    private final Transaction engine;

    /** An operator has decided. */
    private volatile boolean isResolved;

    /** The superior has not said the same. */
    private volatile boolean isOpen;

    private volatile boolean isContradicted;

    /** The superior has said the same before all was done. */
    private boolean isConfirmed;

    /** The superior's commit is being put on record. */
    private boolean isRecording;

    InPlace(Transaction engine) {
        this.engine = engine;
    }

    /** An operator has decided. */
    void open() {
        isResolved = true;
        isOpen = true;
    }

    /** What an earlier record of the log says of the same transaction. */
    void openAgain(InPlace before) {
        isResolved = before.isResolved;
        isOpen = before.isOpen;
        isContradicted = before.isContradicted;
    }

    /** An earlier life of the node has put on record that the superior has decided to commit. */
    void committedBefore() {
        if (engine.isCommitting()) {
            isOpen = false;
        } else {
            isContradicted = true;
        }
    }

    /** Whether an operator has decided, whatever the superior says of it. */
    boolean isResolved() {
        return isResolved;
    }

    /** Whether an operator has decided, and the superior has not said the same. */
    boolean isOpen() {
        return isOpen;
    }

    /** Whether the superior has decided otherwise. */
    boolean isContradicted() {
        return isContradicted;
    }

    /** Whether it waits for the superior to say what it has decided; a later word may be presumed. */
    boolean awaitsWord() {
        return isOpen && !isContradicted;
    }

    // ---- the superior's word

    /** Whether this is to be put on {@linkplain #record record} before the superior is answered. */
    boolean isToBeRecorded(Verb verb, Answer known) {
        return verb == Verb.COMMIT && known != Answer.RETRY && awaitsWord();
    }

    /** Whether the caller is the one who is to {@linkplain #record record} it; else that is under way. */
    boolean takeRecording() {
        boolean isFree = !isRecording;
        isRecording = true;
        return isFree;
    }

    /**
     * Puts on record that the superior has decided to commit. {@link #recorded} must follow.
     *
     * @param known what the superior is answered then
     * @return that, when it is on record; RETRY when it is not; PENDING when the log answers later
     */
    Answer record(Answer known, Reply reply) {
        engine.trace(FaultPoint.BEFORE_FORCE, -1);
        long position;
        try {
            position = engine.coordinator.log().append(RecordKind.SUPERIOR_COMMITS, engine.id(), out -> {});
        } catch (RuntimeException refused) { // whatever it is, nothing was written
            return Answer.RETRY;
        }
        Durability now = engine.coordinator.log().force(position, later -> reply.done(forced(known, later)));
        return now == Durability.PENDING ? Answer.PENDING : forced(known, now);
    }

    private Answer forced(Answer known, Durability durability) {
        engine.trace(FaultPoint.AFTER_FORCE, -1);
        return durability == Durability.DURABLE ? known : Answer.RETRY;
    }

    /** The log has answered. */
    void recorded() {
        isRecording = false;
    }

    /** The superior is told an answer to what it has decided. */
    void heard(Verb verb, Answer known) {
        boolean isWord = verb == Verb.COMMIT || verb == Verb.ROLLBACK;
        if (!isWord || known == Answer.RETRY || !awaitsWord()) {
            return;
        }
        if ((verb == Verb.COMMIT) == engine.isCommitting()) { // whatever its resources have done
            isOpen = false;
            isConfirmed = !engine.forgetDone();
        } else {
            isContradicted = true;
        }
    }

    /** The transaction has come to rest: nothing of what was confirmed meanwhile is kept. */
    void atRest() {
        if (isConfirmed) {
            isConfirmed = !engine.forgetDone();
        }
    }
}
