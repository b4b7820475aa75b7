package dev.assent.core.participant;

/**
 * Takes the answer that a {@link Participant} gives later, after it returned {@link Answer#PENDING}.
 *
 * <p>Thread safety: {@link #done} may be called on any thread, once for each verb asked, and also
 * before the call that returned {@code PENDING} has returned to its caller.
 */
@FunctionalInterface
public interface Reply {
    /**
     * Delivers the answer.
     *
     * @param answer any answer but {@link Answer#PENDING}
     */
    void done(Answer answer);
}
