package dev.assent.core.participant;

/**
 * Takes the later answer of a {@link Participant} that returned {@link Answer#PENDING}.
 *
 * <p>Thread safety: {@link #done} may be called on any thread, once for each verb, even before the call that returned
 * {@code PENDING} has returned to its caller.
 */
@FunctionalInterface
public interface Reply {
    /**
     * Delivers the answer.
     *
     * @param answer any answer but {@link Answer#PENDING}
     */
    void done(Answer answer);

    /**
     * A bug or an error of the JVM keeps the answer from coming. {@link #done} is not called then.
     *
     * @param bug the reason
     */
    default void lost(Throwable bug) {}
}
