package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.commit.Verb;
import dev.assent.core.identity.LocalTransactionId;
import java.util.Objects;

/**
 * A question of this node to the superior of a transaction: what has it decided (law 18: a prepared subordinate asks)?
 * The transaction obeys the answer as if the superior had come by itself.
 *
 * <p>Thread safety: the answer may come on any thread.
 */
final class Inquiry {
    private final Subordinate subordinate;

    /** This node's identity for the transaction. */
    private final LocalTransactionId asking;

    Inquiry(Subordinate subordinate) {
        this.subordinate = subordinate;
        this.asking = Objects.requireNonNull(subordinate.transaction().incarnation());
    }

    /**
     * Asks for a transaction that waits for the decision.
     *
     * @param told gets the superior's answer, after the node has obeyed it
     */
    void ask(Superior.Word told) {
        Coordinator coordinator = subordinate.transaction().coordinator();
        subordinate.superior().ask(asking, new Superior.Word() {
            @Override
            public void decided(boolean isCommit) {
                if (!isCommit && !coordinator.knowsAllOf(asking.origin())) {
                    told.unreached(new IllegalStateException(MESSAGES.rollbackMayBePresumed()));
                    return;
                }
                subordinate.obey(verb(isCommit));
                told.decided(isCommit);
            }

            @Override
            public void undecided() {
                told.undecided();
            }

            @Override
            public void unreached(Throwable why) {
                told.unreached(why);
            }
        });
    }

    /** Asks for a transaction that has not voted. */
    void askBeforeVote() {
        subordinate.superior().ask(asking, new Superior.Word() {
            @Override
            public void decided(boolean isCommit) {
                subordinate.hear(verb(isCommit));
            }

            @Override
            public void undecided() {} // its timeout goes on

            @Override
            public void unreached(Throwable why) {} // its timeout goes on
        });
    }

    private static Verb verb(boolean isCommit) {
        return isCommit ? Verb.COMMIT : Verb.ROLLBACK;
    }
}
