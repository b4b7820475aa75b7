package dev.assent.core.transaction;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.ByteSink;

/**
 * The process that decides a transaction in which this node is a subordinate. It called this node, over any protocol
 * (OTS 1.4, WS-AtomicTransaction 1.1, Assent's own).
 *
 * <p>Thread safety: any thread may call all methods. None throws or blocks.
 */
public interface Superior {
    /** Its name for operators: its node, and its address. */
    String name();

    /** Writes all that is needed to ask it again after a crash (law 18: a prepared subordinate asks). */
    void describe(ByteSink sink);

    /**
     * Asks for the outcome of the transaction. Before this node's vote it is called only over a transport that
     * {@linkplain Subordinate#inquireAfterRestart reports restarts}: there the question is not a vote.
     *
     * @param asking this node's identity for the transaction
     */
    void ask(LocalTransactionId asking, Word answer);

    /**
     * Reports that this node has rolled back its part by itself, before any question: it timed out, or the node closes.
     * The transaction can only roll back, so the superior need not collect votes to find that out. The hint is sent
     * once: if it gets lost, the vote says the same.
     *
     * @param leaving this node's identity for the transaction
     */
    void rolledBack(LocalTransactionId leaving);

    /**
     * Takes the superior's answer. Exactly one of the three is called for each question, by any thread and at any time;
     * none, if the question or the answer is lost.
     */
    interface Word {
        /** Ignores the answer. The subordinate itself obeys what it may. */
        Word IGNORED = new Word() {
            @Override
            public void decided(boolean isCommit) {}

            @Override
            public void undecided() {}

            @Override
            public void unreached(Throwable why) {}
        };

        /** The superior has decided to commit, or to roll back. */
        void decided(boolean isCommit);

        /** The superior has not decided yet, or can't tell. */
        void undecided();

        /** The superior can't be reached, or refuses to answer. */
        void unreached(Throwable why);
    }
}
