package dev.assent.transport.iiop.program;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.transport.iiop.reference.ReferenceException;
import org.jspecify.annotations.Nullable;
import org.omg.CosTransactions.Control;
import org.omg.IOP.ServiceContext;

/**
 * The node of an ORB, as the programs on the ORB see it.
 *
 * <p>Thread safety: safe to share; methods act for the calling thread.
 */
public interface Programs {
    /** The transactions of threads; null in a process without a transaction manager. */
    @Nullable ThreadTransactions threads();

    /** What happens to a request in a transaction if the reference of its object has no OTSPolicy. */
    TargetPolicy.Unsaid unsaid();

    /** Whether the thread sends a request of the transport itself, not of a program. */
    boolean isSendingItself();

    /** The caller whose request the thread serves. */
    Caller caller();

    /** The context of the request that the thread serves; null for none. */
    byte @Nullable [] context();

    /**
     * The address of an object's process.
     *
     * @throws ReferenceException when it has none
     */
    String address(org.omg.CORBA.Object object) throws ReferenceException;

    /**
     * The type id of an object's reference.
     *
     * @throws ReferenceException when the reference can't be read
     */
    String typeId(org.omg.CORBA.Object object) throws ReferenceException;

    /**
     * The service context for a request.
     *
     * @param address the address of the process that the request goes to
     * @throws ReferenceException when the superior can't be reached over IIOP
     */
    ServiceContext context(Context context, String address) throws ReferenceException;

    /** A reference to a transaction of this node. */
    Control control(TransactionId id, LocalTransactionId name);

    /** The transaction of a Control of this node; null when the Control was not made here (law 22). */
    @Nullable TransactionId transaction(Control control);
}
