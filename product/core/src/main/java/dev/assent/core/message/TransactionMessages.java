package dev.assent.core.message;

import dev.assent.TransactionId;
import dev.assent.core.participant.Participant;
import org.jspecify.annotations.Nullable;

/** Messages of transactions, in the order of their numbers; see {@link Catalogue}. */
public interface TransactionMessages {
    /** The log failed under a decision. */
    @Says(
            id = 2001,
            value = "the outcome of transaction %s is unknown: writing its decision to the log failed, so"
                    + " the decision may be on the disk or not. Its branches stay prepared, and the node"
                    + " takes no transactions; repair the log's disk and start the node again: it commits"
                    + " or rolls back as the log says")
    String outcomeUnknown(TransactionId transaction);

    /** A start that failed. */
    @Says(
            id = 2010,
            value = "cannot enlist resource '%s' in transaction %s: the resource answered %s to the XA call start; the"
                    + " transaction goes on without this resource; read the messages of the database or broker")
    String enlistFailed(String resource, TransactionId transaction, String answer);

    /** A delist that failed. */
    @Says(
            id = 2011,
            value = "cannot delist resource '%s' from transaction %s: the resource answered %s to the XA call end; the"
                    + " transaction can only roll back; roll it back, and read the messages of the database or broker")
    String delistFailed(String resource, TransactionId transaction, String answer);

    /** Rolled back by a refusal or a mark. */
    @Says(id = 2020, value = "transaction %s is rolled back, with all its work. Cause: %s")
    String rolledBack(TransactionId transaction, Object why);

    /** Rolled back by its timeout. */
    @Says(
            id = 2021,
            value = "transaction %s timed out after %s: it is rolled back, and takes no more work. End it; if its work"
                    + " needs longer, raise its timeout (setTransactionTimeout, or 'transaction-timeout-seconds' of"
                    + " the node)")
    String timedOut(TransactionId transaction, String after);

    /** A heuristic outcome. */
    @Says(
            id = 2022,
            value = "transaction %s ended with outcome %s: %s. The log keeps this outcome; compare the"
                    + " resources, repair their data, then './assent log forget %1$s'")
    String heuristic(TransactionId transaction, Object outcome, String resources);

    /** A synchronization that failed before completion. */
    @Says(
            id = 2030,
            value = "synchronization %s failed before the completion of transaction %s with %s; the transaction rolls"
                    + " back; repair the synchronization")
    String beforeCompletionFailed(@Nullable Object synchronization, TransactionId transaction, Throwable failure);

    /** A synchronization that failed after completion. */
    @Says(
            id = 2031,
            value = "synchronization %s failed after the completion of transaction %s with %s; the outcome does not"
                    + " change, and the other synchronizations are called")
    String afterCompletionFailed(Object synchronization, TransactionId transaction, Throwable failure);

    /** Synchronizations that are registered too late. */
    @Says(
            id = 2032,
            value = "transaction %s can only roll back: a synchronization was registered too late, by"
                    + " work that went on after the commit began; end all calls before you commit")
    String synchronizationLate(TransactionId transaction);

    /** One participant's failure inside an aggregate. */
    @Says(id = 2040, value = "participant %s failed: %s")
    String participantFailed(Participant participant, String problem);

    /** An unregistered last resource. */
    @Says(
            id = 2050,
            value = "cannot enlist '%s' in transaction %s: it has no XA, and no last resource of this name is"
                    + " registered (registered: %s); a resource without XA takes part only if it is registered by name"
                    + " as a last resource")
    String lastResourceUnknown(String name, TransactionId transaction, String registered);

    /** A second last resource. */
    @Says(
            id = 2051,
            value = "cannot enlist '%s' in transaction %s: it has the last resource '%s' already, and"
                    + " only one resource without XA may take part; the transaction stays as it is; use one"
                    + " of the two in a transaction of its own, or through its XA driver")
    String lastResourceSecond(String name, TransactionId transaction, String first);

    /** A last resource of unknown outcome, for operators. */
    @Says(
            id = 2052,
            value = "transaction %s is in doubt: its last resource '%s' was asked to commit, and the log"
                    + " has no answer. The other branches stay prepared and keep their locks; look for the"
                    + " work in '%2$s': if it is there, './assent log resolve %1$s commit', if it is not,"
                    + " './assent log resolve %1$s rollback'")
    String lastResourceInDoubt(TransactionId transaction, String resource);

    /** A last resource of unknown outcome, for the application. */
    @Says(
            id = 2053,
            value = "transaction %s is in doubt: nobody knows whether its last resource '%s' committed. The other"
                    + " branches stay prepared; %s")
    String lastResourceHazard(TransactionId transaction, String resource, String whatNext);

    /** An operator's resolution of a transaction that needs none. */
    @Says(
            id = 2054,
            value = "cannot resolve transaction %s by the outcome of its last resource: %s; only a transaction whose"
                    + " last resource has an unknown outcome can be resolved so; nothing was done; './assent log list'"
                    + " shows all that are in doubt")
    String settleRefused(TransactionId transaction, String why);

    /** The log has no room for the decision of a last resource. */
    @Says(
            id = 2055,
            value = "transaction %s is in doubt until the log takes its decision: its last resource '%s'"
                    + " has committed, but the log refused the record: %s. The other branches stay"
                    + " prepared, and recovery tries again; make room in the log: resolve or forget other"
                    + " transactions that './assent log list' shows; if the node crashes before the record"
                    + " is written, './assent log resolve %1$s commit'")
    String lastResourceUnrecorded(TransactionId transaction, String resource, @Nullable Throwable cause);

    /** The markers with the outcome of a last resource are switched off. */
    @Says(
            id = 2056,
            value = "transaction %s is in doubt: its last resource '%s' was asked to commit with a commit"
                    + " marker, but 'commit-markers' of that resource is false now, so recovery does not"
                    + " look for the marker. The other branches stay prepared; set 'commit-markers' to true"
                    + " and start the node again; or look for the work in '%2$s': if it is there, './assent"
                    + " log resolve %1$s commit', if it is not, './assent log resolve %1$s rollback'")
    String lastResourceMarkersOff(TransactionId transaction, String resource);

    /** A last resource where a superior asks for votes. */
    @Says(
            id = 2057,
            value = "cannot enlist '%s' in transaction %s: %s decides the transaction and asks this node"
                    + " to vote, but a resource without XA can't vote; the transaction stays as it is; use"
                    + " the resource through its XA driver, or in a transaction of its own")
    String lastResourceOfSubordinate(String name, TransactionId transaction, String superior);

    /** A commit while calls are under way. */
    @Says(
            id = 2058,
            value = "transaction %s cannot be committed: calls that are part of it are under way to or from other"
                    + " processes: %d; wait for their replies first")
    String callsUnderWay(TransactionId transaction, int calls);

    /** A superior that commits without asking for a vote. */
    @Says(
            id = 2060,
            value = "transaction %s was rolled back: %s sent commit before this node had voted; nothing"
                    + " is left here; report this to the maker of the other side, since it broke the"
                    + " protocol")
    String commitUnprepared(TransactionId transaction, String superior);

    /** A superior that rolls back. */
    @Says(
            id = 2061,
            value = "transaction %s was rolled back: %s, which decides it, has rolled it back; no action needed")
    String superiorRolledBack(TransactionId transaction, String superior);

    /** An operator has ended the transaction before it voted. */
    @Says(
            id = 2062,
            value = "transaction %s was rolled back: an operator ended it before it was prepared, %s; ask"
                    + " the operator before you repeat the work")
    String endedByOperator(TransactionId transaction, Object act);

    /** A vote before the question. */
    @Says(id = 8083, value = "transaction %s can only roll back: %s says that it has rolled its part back")
    String leftRolledBack(TransactionId transaction, Object participant);
}
