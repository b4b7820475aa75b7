package dev.assent.server.crash;

import dev.assent.core.Assent;

/** The node in a process that is killed. Thread safety: as each says. */
public interface VictimNode extends AutoCloseable {
    /** The transaction manager. */
    Assent assent();

    /**
     * Makes a transfer: one transaction over both sides.
     *
     * @throws Exception when it was not committed, or when nobody can say
     */
    void make(Transfer transfer) throws Exception;

    /** Ends all transactions, then gives the connections back. */
    @Override
    void close();
}
