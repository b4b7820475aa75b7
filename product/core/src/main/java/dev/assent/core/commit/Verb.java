package dev.assent.core.commit;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;

/** The verbs that a participant gets. */
public enum Verb {
    /** {@link Participant#prepare}. */
    PREPARE,
    /** {@link Participant#commit}. */
    COMMIT,
    /** {@link Participant#rollback}. */
    ROLLBACK,
    /** {@link Participant#commitOnePhase}. */
    COMMIT_ONE_PHASE,
    /** {@link Participant#commitLast}. */
    COMMIT_LAST;

    /** Calls the verb. */
    public Answer ask(Participant participant, Reply reply) {
        return switch (this) {
            case PREPARE -> participant.prepare(reply);
            case COMMIT -> participant.commit(reply);
            case ROLLBACK -> participant.rollback(reply);
            case COMMIT_ONE_PHASE -> participant.commitOnePhase(reply);
            case COMMIT_LAST -> participant.commitLast(reply);
        };
    }
}
