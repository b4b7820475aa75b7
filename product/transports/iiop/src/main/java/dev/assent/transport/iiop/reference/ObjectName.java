package dev.assent.transport.iiop.reference;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import org.jspecify.annotations.Nullable;

/**
 * Which object of an Assent process is meant, as its key says. The process keeps nothing in memory for it. So a
 * reference stays valid as long as others reach the process at the same address, also after a restart. Immutable.
 */
public sealed interface ObjectName {
    /** The node that has the object; null if the name does not say. */
    default @Nullable NodeId node() {
        return null;
    }

    /** The TransactionFactory. */
    record Factory() implements ObjectName {}

    /** The NamingContext of the exported objects. */
    record Names() implements ObjectName {}

    /** An exported object, or one whose reference a call has returned. */
    record Service(String object) implements ObjectName {}

    /**
     * A BindingIterator: the rest of a list of names, in this life of the process.
     *
     * @param number the number of the list
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
     * @param owner the caller that began the transaction; null if this Control can't end it
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

    /** A Terminator; see {@link Control}. */
    record Terminator(TransactionId id, String owner) implements ObjectName {}

    /**
     * A RecoveryCoordinator.
     *
     * @param superior this node's own name for the transaction
     * @param branch the node's branch that may ask; null for a stranger
     * @param address the address of the stranger's registered object; null for a node's
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
     * @param superior the node that it is registered with; null for a stranger
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
     * A Synchronization of a subordinate; see {@link Resource}.
     *
     * @param number the number of the message that registers it, as in
     *     {@link dev.assent.remote.message.Request.Register}. If a Coordinator gets the same number again, it knows
     *     that it is the same registration. 0 for none
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
