package dev.assent.remote.message;

import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of one process to another about a transaction. Immutable. */
public sealed interface Request {
    /**
     * A superior's request to a subordinate.
     *
     * @param verb the request
     * @param branch the subordinate
     */
    record Ask(RemoteVerb verb, BranchRef branch) implements Request {}

    /**
     * A subordinate registers by a message of its own. The message may come again; the same subordinate is not
     * registered twice.
     *
     * @param superior the superior's own name for the transaction; any other node refuses. Null for a stranger, which
     *     the request's address identifies
     * @param isRepeated whether the superior has confirmed this subordinate before. A wire whose registration makes
     *     another participant each time (OTS register_resource) does not send it again. Not sent to the superior
     * @param number of this message among the subordinate's, which rises from 1, with one message under way at a time:
     *     it shows that a repeated message says nothing new; 0 if the wire does not carry it, and then each message
     *     counts
     */
    record Register(@Nullable LocalTransactionId superior, Registration registration, boolean isRepeated, int number)
            implements Request {
        /** A registration as it comes from a subordinate. */
        public Register(@Nullable LocalTransactionId superior, Registration registration, int number) {
            this(superior, registration, false, number);
        }
    }

    /**
     * A subordinate votes before it is asked: it is finished, and hears no more (an unasked ReadOnly or Aborted of
     * WS-AtomicTransaction). An onlooker may do the same; its READ_ONLY changes nothing. After HEURISTIC_HAZARD the
     * transaction can only roll back, and the subordinate is asked to; that vote counts during the rollback, too. No
     * wire carries it.
     *
     * @param superior as in {@link Register}
     * @param branch the voter
     * @param answer READ_ONLY or ROLLED_BACK; or HEURISTIC_HAZARD, from a transport to its own node
     */
    record Vote(@Nullable LocalTransactionId superior, BranchRef branch, Answer answer) implements Request {
        /** Refuses other answers: a prepared subordinate asks for the decision instead. */
        public Vote {
            if (answer != Answer.READ_ONLY && answer != Answer.ROLLED_BACK && answer != Answer.HEURISTIC_HAZARD) {
                throw new IllegalArgumentException("an unasked vote " + answer + " is not allowed");
            }
        }
    }

    /**
     * Tells an onlooker the outcome of the transaction. It is sent once, and not repeated if it gets lost.
     *
     * @param branch the onlooker
     * @param outcome any but PENDING and PREPARED
     */
    record Completed(BranchRef branch, Outcome outcome) implements Request {}

    /**
     * A prepared subordinate asks for the decision (law 18).
     *
     * @param superior the superior's own name for the transaction; any other node refuses to answer (law 17). Null for
     *     a stranger: the transport uses the wire's own message (OTS replay_completion; Prepared again), and answers
     *     UNDECIDED if the decision comes by another message
     * @param branch the subordinate
     */
    record Inquire(@Nullable LocalTransactionId superior, BranchRef branch) implements Request {}

    /**
     * A node tells another one, which has voted in its transactions, that it has restarted. The transactions that it
     * had not decided in earlier epochs are lost. It is a hint, not an order: the receiver asks for the decisions. The
     * message may be lost, repeated or late.
     *
     * @param life the node and its present epoch
     */
    record Restarted(NodeEpoch life) implements Request {}

    /**
     * A client without a transaction manager begins a transaction.
     *
     * @param timeoutMillis the time until it must be decided; 0 for the coordinator's default
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
     * The client ends its transaction.
     *
     * @param isCommit whether it asks for commit; else for rollback
     * @param registrations the subordinates that registered on replies to the client
     * @param wantsHeuristics whether the client waits until every participant has answered; else the decision is
     *     enough, as on a wire that can't carry heuristic outcomes
     */
    record End(TransactionId id, boolean isCommit, List<Registration> registrations, boolean wantsHeuristics)
            implements Request {
        /** Copies the list. */
        public End {
            registrations = List.copyOf(registrations);
        }

        /** The end for a client that waits until every participant has answered. */
        public End(TransactionId id, boolean isCommit, List<Registration> registrations) {
            this(id, isCommit, registrations, true);
        }
    }
}
