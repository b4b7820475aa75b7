package dev.assent.server.crash;

import dev.assent.Assent;
import org.jspecify.annotations.Nullable;

/** The work inside of a process that is killed. Thread safety: all methods may be called by any thread. */
public interface Victim extends AutoCloseable {
    /** The node; null in a process that has none, and has nothing to recover. */
    @Nullable Assent node();

    /**
     * Makes a transfer.
     *
     * @throws jakarta.transaction.RollbackException when it was rolled back, or never began; the cause says why
     * @throws Exception when the outcome is unknown
     */
    default void make(Transfer transfer) throws Exception {
        throw new IllegalStateException("this process makes no transfers");
    }

    /**
     * Carries out a command of this kind of process.
     *
     * @param command a word and its arguments
     * @return the answer
     * @throws Exception when it can't
     */
    default String obey(String[] command) throws Exception {
        return "unknown-command " + command[0];
    }

    /** Ends all transactions, then gives back all it holds. */
    @Override
    void close();
}
