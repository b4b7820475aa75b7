package dev.assent.remote.message;

import dev.assent.TransactionId;
import dev.assent.core.message.Says;
import jakarta.transaction.Transaction;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Messages of calls, exported objects and references, in the order of their numbers; see {@link RemoteMessages}. */
public interface CallMessages {
    /** A call whose reply is lost. */
    @Says(
            id = 8010,
            value = "call %s to %s has no reply: %s; it may have been done, Assent does not send it again, and"
                    + " transaction %s can only roll back")
    String callLost(Object call, Object to, Throwable cause, TransactionId transaction);

    /** A call that was never sent. */
    @Says(id = 8011, value = "call %s to %s was not sent: %s; nothing was done there")
    String callUnsent(Object call, String process, Throwable cause);

    /** A call that comes while the node closes. */
    @Says(id = 8024, value = "call %s is refused: the node is closing; nothing was done")
    String callWhileClosing(String call);

    /** A call without a transaction whose reply is lost. */
    @Says(id = 8030, value = "call %s to %s has no reply: %s; it may have been done, and Assent does not send it again")
    String callLostAlone(Object call, Object to, Throwable cause);

    /** An object with a bad name. */
    @Says(id = 8031, value = "cannot export '%s': a name has 1 to 64 letters, digits, '.', '_' and '-'")
    String exportNameRefused(String name);

    /** An object with a name that another has. */
    @Says(id = 8032, value = "cannot export '%s': another object has this name; unexport that one first")
    String exportNameTaken(String name);

    /** A class in place of an interface. */
    @Says(id = 8033, value = "'%s' can't have type %s: objects are exported and called by interfaces only")
    String exportNoInterface(String object, String type);

    /** An attribute for a method that does not exist. */
    @Says(id = 8034, value = "cannot set the transaction attribute of '%s': %s has no such method (it has: %s)")
    String attributeOfNothing(String method, String type, Collection<String> methods);

    /** An address without an object. */
    @Says(
            id = 8035,
            value = "cannot connect to '%s': an address is PROCESS/OBJECT, such as 'in-process://bank-a/account', or"
                    + " 'local:/account' for an object of this node")
    String serviceAddressRefused(String address);

    /** A call of an object that does not exist. */
    @Says(
            id = 8036,
            value = "call %s is refused: no object is exported under this name; nothing was done; check the address")
    String serviceUnknown(Object call);

    /** A call of a method that does not exist. */
    @Says(id = 8037, value = "call %s is refused: the exported interface %s has no such method; nothing was done")
    String methodNotExported(Object call, String type);

    /** MANDATORY without a transaction. */
    @Says(
            id = 8038,
            value = "call %s is refused: its transaction attribute is MANDATORY, and the caller has no transaction;"
                    + " begin one before the call")
    String transactionNeeded(Object call);

    /** NEVER with a transaction. */
    @Says(
            id = 8039,
            value = "call %s is refused: its transaction attribute is NEVER, and the caller has a transaction; suspend"
                    + " or end it before the call")
    String transactionUnwanted(Object call);

    /** The called object has failed, as part of the caller's transaction. */
    @Says(id = 8040, value = "call %s failed with %s; transaction %s can only roll back")
    String callFailed(Object call, Throwable failure, TransactionId transaction);

    /** The called object has failed, in a transaction of its own. */
    @Says(id = 8041, value = "call %s failed with %s; its own transaction %s is rolled back")
    String callFailedOwn(Object call, Throwable failure, TransactionId own);

    /** The called object has failed, without a transaction. */
    @Says(id = 8042, value = "call %s failed with %s; it was part of no transaction")
    String callFailedAlone(Object call, Throwable failure);

    /** The transaction of a call can't be committed. */
    @Says(
            id = 8043,
            value = "call %s was done, but its own transaction %s did not end as committed, or nobody knows its"
                    + " outcome: %s; look for its work at the called process before you repeat the call")
    String ownNotCommitted(Object call, TransactionId own, @Nullable String reason);

    /** The transaction of a call can't be begun. */
    @Says(id = 8044, value = "call %s is refused: no transaction can be begun for it: %s; nothing was done")
    String ownNotBegun(Object call, @Nullable String reason);

    /** A method has begun a transaction and not ended it. */
    @Says(
            id = 8045,
            value = "call %s began transaction %s and did not end it; that transaction is rolled back; end it in the"
                    + " method")
    String transactionLeft(Object call, TransactionId left);

    /** The caller's transaction ended during a call that was not part of it. */
    @Says(
            id = 8046,
            value = "call %s is over, but during the call the coordinator ended the caller's %s, so this thread has no"
                    + " transaction now; find out how that transaction ended before you repeat its work")
    String callerEnded(Object call, @Nullable Transaction transaction);

    /** A call in a transaction that is ending. */
    @Says(id = 8047, value = "call %s is refused: transaction %s takes no more work, since it %s; nothing was done")
    String closedToCalls(Object call, TransactionId transaction, String why);

    /** No thread for a call. */
    @Says(id = 8048, value = "call %s is refused: no thread is free for it: %s; try again later")
    String workerRefused(Object call, Throwable refused);

    /** A value that can't be copied. */
    @Says(
            id = 8049,
            value = "call %s can't copy its %s: %s; each argument and result must be serializable; its class must be a"
                    + " class of the JDK, or one that the methods of interface %s use")
    String notCopied(Object call, String what, Throwable cause, String type);

    /** A call by a reference that is over. */
    @Says(
            id = 8050,
            value = "call %s is refused: its reference is not valid here: it was released, was not used within its"
                    + " lease, belongs to another caller, or was lost by a restart; get a new reference by a call that"
                    + " returns one")
    String referenceGone(Object call);

    /** A reference above the limit. */
    @Says(
            id = 8051,
            value = "this node gives no more references to %s: %d are in use, as many as '%s' allows; release those"
                    + " that are not needed")
    String referencesTooMany(String caller, int references, String key);

    /** An object whose reference is over can't be closed. */
    @Says(
            id = 8052,
            value = "closing a %s failed with %s, after its reference was released or its lease had run out; Assent no"
                    + " longer keeps the object; no action needed")
    String referenceCloseFailed(String type, Throwable failure);

    /** An object that is not a reference. */
    @Says(id = 8053, value = "cannot release or renew %s: it is not a reference that a call has returned")
    String noReference(Object object);

    /** A call has failed in another vendor's process, or before the process accepted it. */
    @Says(
            id = 8054,
            value = "call %s to %s failed with %s; some of its work may have been done there: look there before you"
                    + " repeat the call outside of this transaction")
    String callFailedAt(Object call, Object to, Throwable failure);

    /** A proxy as an argument. */
    @Says(
            id = 8055,
            value = "call %s is refused: its argument %s is a proxy of a remote object, and calls through it would not"
                    + " belong to the transaction there; pass the object's address as a text instead")
    String proxyPassed(Object call, @Nullable Object argument);

    /** A result that can't be sent. */
    @Says(
            id = 8056,
            value = "call %s was done, but its result can't be sent: %s;"
                    + " let the method return a value that the transport carries")
    String resultUncarried(String call, @Nullable String why);
}
