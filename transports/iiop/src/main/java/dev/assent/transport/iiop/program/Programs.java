package dev.assent.transport.iiop.program;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.transport.iiop.reference.ReferenceException;
import org.jspecify.annotations.Nullable;
import org.omg.CosTransactions.Control;
import org.omg.IOP.ServiceContext;

/**
 * What the programs on an ORB are told by the node behind it.
 *
 * <p>Thread safety: safe to share; methods act for the calling thread.
 */
public interface Programs {
    /** The transactions of threads; null in a process without a transaction manager. */
    @Nullable ThreadTransactions threads();

    /** What becomes of requests with a transaction to objects whose references say nothing of transactions. */
    TargetPolicy.Unsaid unsaid();

    /** Whether what the thread sends is the transport's own, and no program's. */
    boolean isSendingItself();

    /** Who has sent the request that the thread serves. */
    Caller caller();

    /** The context that the request has brought which the thread serves; null for none. */
    byte @Nullable [] context();

    /**
     * The address of the process that an object is in.
     *
     * @throws ReferenceException when it is nowhere
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
     * @param address of the process that it goes to
     * @throws ReferenceException when who decides is not reached over iiop
     */
    ServiceContext context(Context context, String address) throws ReferenceException;

    /** A reference to a transaction of this node. */
    Control control(TransactionId id, LocalTransactionId name);

    /** The transaction that a Control of this node is of; null when the Control was not made here (law 22). */
    @Nullable TransactionId transaction(Control control);
}
