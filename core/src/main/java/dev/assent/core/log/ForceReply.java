package dev.assent.core.log;

/**
 * Takes the answer of a {@link DecisionLog#force} that returned {@link Durability#PENDING}.
 *
 * <p>Thread safety: called on any thread.
 */
public interface ForceReply {
    /**
     * Delivers the answer, once. Must not block: it is called by the thread that serves all who wait.
     *
     * @param durability any but {@link Durability#PENDING}
     */
    void done(Durability durability);

    /**
     * Lends a thread to the log, which has work for it: the next force.
     *
     * @param work to be run once, soon, on the thread that waits for this answer, or on another one that is free; never
     *     before this method returns by the thread that calls it
     * @return whether it will be run; false when there is no such thread
     */
    default boolean lend(Runnable work) {
        return false;
    }
}
