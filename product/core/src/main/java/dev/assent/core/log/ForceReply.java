package dev.assent.core.log;

/**
 * Takes the answer of a {@link DecisionLog#force} that returned {@link Durability#PENDING}.
 *
 * <p>Thread safety: called on any thread.
 */
public interface ForceReply {
    /**
     * Delivers the answer, once. Must not block: the calling thread serves all waiting replies.
     *
     * @param durability any but {@link Durability#PENDING}
     */
    void done(Durability durability);

    /**
     * Lends a thread to the log, which has work for it: the next force.
     *
     * @param work to run once, soon, on the thread that waits for this answer, or on another free one. The calling
     *     thread must not run it before this method returns
     * @return whether it will run; false if no thread is free
     */
    default boolean lend(Runnable work) {
        return false;
    }
}
