package dev.assent.remote.message;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import java.util.List;

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
     * A subordinate makes itself known by a message of its own.
     *
     * @param superior whom to, by its own name for the transaction; any other refuses
     */
    record Register(LocalTransactionId superior, Registration registration) implements Request {}

    /**
     * A prepared subordinate asks what is decided (law 18).
     *
     * @param superior whom, by its own name for the transaction; any other node refuses to answer (law 17)
     * @param branch who asks
     */
    record Inquire(LocalTransactionId superior, BranchRef branch) implements Request {}

    /**
     * A client without a transaction manager begins a transaction.
     *
     * @param timeoutMillis how long it may take until it is decided; 0 for the coordinator's default
     */
    record Begin(long timeoutMillis) implements Request {}

    /**
     * The client ends it.
     *
     * @param isCommit whether it wants it committed
     * @param registrations the subordinates that made themselves known on replies to the client
     */
    record End(TransactionId id, boolean isCommit, List<Registration> registrations) implements Request {
        /** Copies the list. */
        public End {
            registrations = List.copyOf(registrations);
        }
    }
}
