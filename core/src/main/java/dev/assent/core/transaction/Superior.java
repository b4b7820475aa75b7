package dev.assent.core.transaction;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.ByteSink;

/**
 * Who decides one transaction in which this node is a subordinate: the process that it was called from, over
 * whichever protocol (OTS 1.4, WS-AtomicTransaction 1.1, Assent's own).
 *
 * <p>Thread safety: all methods may be called by any thread. None throws or blocks.
 */
public interface Superior {
    /** The name operators know it by: its node, and where it is reached. */
    String name();

    /** Writes all that is needed to ask it again after a crash (law 18). */
    void describe(ByteSink sink);

    /**
     * Asks what has become of the transaction. Before this node's vote it is called only over a wire that {@linkplain
     * Subordinate#inquireAfterRestart tells of restarts}: there the question is not a vote.
     *
     * @param asking this node's own name for it
     */
    void ask(LocalTransactionId asking, Word answer);

    /**
     * Says that this node has rolled back its part by itself, before it was asked for anything: its time was over, or it
     * closes. The transaction can only roll back, and nobody need be asked for a vote to find that out. It is told once, as a
     * hint: when it gets lost, the vote says the same.
     *
     * @param leaving this node's own name for it
     */
    void rolledBack(LocalTransactionId leaving);

    /**
     * Takes what the superior says. One of the three is called, once for each question, by any thread and at any
     * time; never, when the question or the answer is lost.
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

        /** It is decided to commit, or to roll back. */
        void decided(boolean isCommit);

        /** It has answered that it has not decided yet, or is not able to tell. */
        void undecided();

        /** It is not reached, or refuses to answer. */
        void unreached(Throwable why);
    }
}
