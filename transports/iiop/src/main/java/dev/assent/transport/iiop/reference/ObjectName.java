package dev.assent.transport.iiop.reference;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * What an object of ours is, as its key says: nothing is kept for it in memory, so a reference is good for as long as its
 * process is reached where it was, also after a restart. Immutable.
 */
public sealed interface ObjectName {
    /** The node whose object it is; null when its name does not say. */
    default @Nullable NodeId node() {
        return null;
    }

    /** The TransactionFactory. */
    record Factory() implements ObjectName {}

    /** The NamingContext of the exported objects. */
    record Names() implements ObjectName {}

    /** An exported object, or what a call has returned a reference to. */
    record Service(String object) implements ObjectName {}

    /**
     * A BindingIterator: what is left of a list of names, in this life of the process.
     *
     * @param number of the list
     */
    record NameList(long number) implements ObjectName {}

    /**
     * A Coordinator.
     *
     * @param name this node's own name for the transaction
     */
    record Coordinator(TransactionId id, LocalTransactionId name) implements ObjectName {
        @Override
        public NodeId node() {
            return name.origin().node();
        }
    }

    /**
     * A Control.
     *
     * @param owner who has begun the transaction, as it is told apart from others; null when nobody ends it by this
     */
    record Control(
            TransactionId id,
            LocalTransactionId name,
            @Nullable String owner) implements ObjectName {
        @Override
        public NodeId node() {
            return name.origin().node();
        }
    }

    /** A Terminator; as a Control. */
    record Terminator(TransactionId id, String owner) implements ObjectName {}

    /**
     * A RecoveryCoordinator.
     *
     * @param superior this node's own name for the transaction
     * @param branch who may ask, when it is a node's; null for a stranger
     * @param address by which a stranger has registered, and is named; null for a node's
     */
    record Recovery(
            TransactionId id,
            LocalTransactionId superior,
            @Nullable LocalTransactionId branch,
            @Nullable String address)
            implements ObjectName {
        @Override
        public NodeId node() {
            return superior.origin().node();
        }
    }

    /**
     * A Resource: a subordinate of this node.
     *
     * @param incarnation its own name for the transaction
     * @param superior the node that it was registered with; null for a stranger
     */
    record Resource(
            TransactionId id,
            LocalTransactionId incarnation,
            @Nullable NodeId superior) implements ObjectName {
        @Override
        public NodeId node() {
            return incarnation.origin().node();
        }
    }

    /**
     * A Synchronization of a subordinate; as a Resource.
     *
     * @param number of the message that registers it, as of {@link dev.assent.remote.message.Request.Register}: a
     *     Coordinator that is given the same one again has heard of no other; 0 for none
     */
    record Synchronization(
            TransactionId id,
            LocalTransactionId incarnation,
            @Nullable NodeId superior,
            int number) implements ObjectName {
        @Override
        public NodeId node() {
            return incarnation.origin().node();
        }
    }
}
