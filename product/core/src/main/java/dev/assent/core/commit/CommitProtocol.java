package dev.assent.core.commit;

/**
 * A commit protocol: a pure table of the next steps. It has no state, reads nothing and calls nothing; the transaction
 * does the steps.
 *
 * <p>Implementations are stateless and safe to share.
 */
public interface CommitProtocol {
    /** Its name in messages. */
    String name();

    /** How many participants a transaction under this protocol may have. */
    int participantsMax();

    /** The protocol for the same transaction with a last resource; itself if it already allows one. */
    CommitProtocol withLastResource();

    /**
     * The step to enter.
     *
     * @param step of the transaction
     * @param event that happened
     * @throws IllegalStateException if the event can't happen in the step: a bug, never swallowed
     */
    Step next(Step step, Event event);

    /** The exception for an event that can't happen in a step. */
    static IllegalStateException impossible(Step step, Event event) {
        return new IllegalStateException("event " + event + " can't happen in step " + step);
    }
}
