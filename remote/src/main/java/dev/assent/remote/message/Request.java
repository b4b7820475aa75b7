package dev.assent.remote.message;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one process asks another about a transaction. Immutable. */
public sealed interface Request {
    /**
     * A superior asks a subordinate.
     *
     * @param verb what
     * @param branch whom
     */
    record Ask(RemoteVerb verb, BranchRef branch) implements Request {}

    /**
     * A subordinate makes itself known by a message of its own. It may come again: the same subordinate is not
     * registered twice.
     *
     * @param superior whom to, by its own name for the transaction; any other refuses. Null for a stranger, who is
     *     known by the address that is asked
     * @param isRepeated whether the superior has answered before that it knows the subordinate: a wire whose word for
     *     that makes another one each time (OTS register_resource) does not say it again. Not sent to the superior
     * @param number of this message among the subordinate's, which rises from 1, one message under way at a time: one
     *     that comes again is known by it as no news; 0 when its wire tells nothing of that, and each counts
     */
    record Register(@Nullable LocalTransactionId superior, Registration registration, boolean isRepeated, int number)
            implements Request {
        /** What has come from a subordinate. */
        public Register(@Nullable LocalTransactionId superior, Registration registration, int number) {
            this(superior, registration, false, number);
        }
    }

    /**
     * A subordinate that was not asked yet has its vote already: it is finished, and wants to hear no more (an unasked
     * ReadOnly or Aborted of WS-AtomicTransaction). So may who looks on, whom READ_ONLY costs nothing.
     *
     * @param superior as for a registration
     * @param branch who votes
     * @param answer READ_ONLY or ROLLED_BACK
     */
    record Vote(@Nullable LocalTransactionId superior, BranchRef branch, Answer answer) implements Request {
        /** Refuses what is no vote without a question: to be prepared is to ask what is decided. */
        public Vote {
            if (answer != Answer.READ_ONLY && answer != Answer.ROLLED_BACK) {
                throw new IllegalArgumentException("an unasked vote " + answer + " is not allowed");
            }
        }
    }

    /**
     * Who looks on is told what became of the transaction, once; nothing is asked again when that gets lost.
     *
     * @param branch who is told
     * @param outcome any but PENDING and PREPARED
     */
    record Completed(BranchRef branch, Outcome outcome) implements Request {}

    /**
     * A prepared subordinate asks what is decided (law 18).
     *
     * @param superior whom, by its own name for the transaction; any other node refuses to answer (law 17). Null for a
     *     stranger: the transport says it in its words (OTS replay_completion; Prepared again), and answers UNDECIDED
     *     when the decision comes by a message of its own
     * @param branch who asks
     */
    record Inquire(@Nullable LocalTransactionId superior, BranchRef branch) implements Request {}

    /**
     * A node tells another one, which has voted in its transactions, that it runs again: what it had not decided in earlier
     * epochs is lost. It is a hint, not an order: the receiver asks what is decided. It may be lost, repeated or
     * late.
     *
     * @param life the node, and the epoch it is in now
     */
    record Restarted(NodeEpoch life) implements Request {}

    /**
     * A client without a transaction manager begins a transaction.
     *
     * @param timeoutMillis how long it may take until it is decided; 0 for the coordinator's default
     */
    record Begin(long timeoutMillis) implements Request {
        /** Refuses a negative time. */
        public Begin {
            if (timeoutMillis < 0) {
                throw new IllegalArgumentException(
                        "a timeout of " + timeoutMillis + " ms is not allowed; 0 or more is");
            }
        }
    }

    /**
     * The client ends it.
     *
     * @param isCommit whether it wants it committed
     * @param registrations the subordinates that made themselves known on replies to the client
     * @param wantsHeuristics whether it waits for what every participant did; else the decision is enough, as where its wire has
     *     no word for more
     */
    record End(TransactionId id, boolean isCommit, List<Registration> registrations, boolean wantsHeuristics)
            implements Request {
        /** Copies the list. */
        public End {
            registrations = List.copyOf(registrations);
        }

        /** The end for a client that waits for what every participant did. */
        public End(TransactionId id, boolean isCommit, List<Registration> registrations) {
            this(id, isCommit, registrations, true);
        }
    }
}
