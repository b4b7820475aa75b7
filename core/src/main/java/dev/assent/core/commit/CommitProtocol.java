package dev.assent.core.commit;

/**
 * A commit protocol: a pure table of what to do next. It holds no state, reads nothing and calls
 * nothing; the transaction does the steps.
 *
 * <p>Implementations are stateless and safe to share.
 */
public interface CommitProtocol {
    /** Its name, as in the configuration. */
    String name();

    /** How many participants a transaction under this protocol may have. */
    int participantsMax();

    /** The protocol of a transaction that goes on with a last resource; itself when it allows for one. */
    CommitProtocol withLastResource();

    /**
     * The step to enter.
     *
     * @param step where the transaction is
     * @param event what happened
     * @throws IllegalStateException when the event can't happen in the step: a bug, never swallowed
     */
    Step next(Step step, Event event);

    /** Says that a step can't see an event. */
    static IllegalStateException impossible(Step step, Event event) {
        return new IllegalStateException("event " + event + " can't happen in step " + step);
    }
}
