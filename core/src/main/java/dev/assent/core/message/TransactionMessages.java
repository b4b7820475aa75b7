package dev.assent.core.message;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Participant;
import org.jspecify.annotations.Nullable;

/** Messages of transactions, in the order of their numbers; see {@link Catalogue}. */
public interface TransactionMessages {
    /** The log failed under a decision. */
    @Says(
            id = 2001,
            value = "the outcome of transaction %s is unknown: its decision may or may not be durable. Its branches"
                    + " stay prepared and the node takes no transactions; mend the log's storage and start the node"
                    + " again, which will commit or roll back by what the log holds")
    String outcomeUnknown(TransactionId transaction);

    /** A start that failed. */
    @Says(
            id = 2010,
            value = "cannot enlist resource '%s' in transaction %s: start answered %s; the transaction goes on without"
                    + " it")
    String enlistFailed(String resource, TransactionId transaction, String answer);

    /** A delist that failed. */
    @Says(
            id = 2011,
            value = "cannot delist resource '%s' from transaction %s: end answered %s; the transaction can only roll"
                    + " back")
    String delistFailed(String resource, TransactionId transaction, String answer);

    /** Rolled back by a refusal or a mark. */
    @Says(id = 2020, value = "transaction %s was rolled back, nothing of it is kept: %s")
    String rolledBack(TransactionId transaction, Object why);

    /** Rolled back by the clock. */
    @Says(
            id = 2021,
            value = "transaction %s timed out after %s: it is rolled back, and takes no more work. End it; if its work"
                    + " needs longer, raise its timeout (setTransactionTimeout, or 'transaction-timeout-seconds' of"
                    + " the node)")
    String timedOut(TransactionId transaction, String after);

    /** A heuristic outcome. */
    @Says(
            id = 2022,
            value = "transaction %s ended with outcome %s: %s. It is kept in the log; compare the resources, mend"
                    + " their data, then forget the transaction")
    String heuristic(TransactionId transaction, Object outcome, String resources);

    /** A synchronization that failed before completion. */
    @Says(id = 2030, value = "synchronization %s failed before the completion of transaction %s; rolling back")
    String beforeCompletionFailed(@Nullable Object synchronization, TransactionId transaction);

    /** A synchronization that failed after completion. */
    @Says(
            id = 2031,
            value = "synchronization %s failed after the completion of transaction %s with %s; the outcome stands, the"
                    + " other synchronizations are called")
    String afterCompletionFailed(Object synchronization, TransactionId transaction, Throwable failure);

    /** Synchronizations that come when their time is over. */
    @Says(
            id = 2032,
            value = "transaction %s can only roll back: a synchronization has come after all were called, by work that"
                    + " was still under way when the commit began; let calls end before the commit")
    String synchronizationLate(TransactionId transaction);

    /** One participant's failure inside an aggregate. */
    @Says(id = 2040, value = "%s answered %s: %s")
    String participantFailed(Participant participant, String answer, String problem);

    /** A last resource that nobody configured. */
    @Says(
            id = 2050,
            value = "cannot enlist '%s' in transaction %s: it has no XA, and no last resource of this name is"
                    + " registered (registered: %s); one without XA takes part only when it is configured by name as"
                    + " a last resource")
    String lastResourceUnknown(String name, TransactionId transaction, String registered);

    /** A second last resource. */
    @Says(
            id = 2051,
            value = "cannot enlist '%s' in transaction %s: it has the last resource '%s' already, and can have one"
                    + " without XA at most; the transaction stays as it is; use one of them in a transaction of its"
                    + " own, or with XA")
    String lastResourceSecond(String name, TransactionId transaction, String first);

    /** A last resource whose fate nobody knows, told to operators. */
    @Says(
            id = 2052,
            value = "transaction %s is in doubt: nobody knows whether its last resource '%s' committed, since it was"
                    + " asked and no answer is on record. The other branches stay prepared; look for the work in"
                    + " '%2$s', then resolve the transaction the same way")
    String lastResourceInDoubt(TransactionId transaction, String resource);

    /** A last resource whose fate nobody knows, told to the application. */
    @Says(
            id = 2053,
            value = "transaction %s is in doubt: nobody knows whether its last resource '%s' committed. The other"
                    + " branches stay prepared; %s")
    String lastResourceHazard(TransactionId transaction, String resource, String whatNext);

    /** The word of an operator for a transaction that needs none. */
    @Says(
            id = 2054,
            value = "cannot resolve transaction %s by what its last resource did: %s, and it must be in doubt about a"
                    + " last resource; nothing was done")
    String settleRefused(TransactionId transaction, String why);

    /** The log has no room for what a last resource decided. */
    @Says(
            id = 2055,
            value = "transaction %s is in doubt until the log takes its decision: its last resource '%s' has"
                    + " committed, but the record was refused: %s. The other branches stay prepared, recovery tries"
                    + " again; make room in the log; should the node crash before, resolve the transaction by commit")
    String lastResourceUnrecorded(TransactionId transaction, String resource, @Nullable Throwable cause);

    /** The markers that would tell what a last resource did are switched off. */
    @Says(
            id = 2056,
            value = "transaction %s is in doubt: its last resource '%s' was asked to commit with a commit marker, and"
                    + " its setting 'commit-markers' is false now, so nobody looks for the marker. The other branches"
                    + " stay prepared; set it to on and start the node again, or look for the work in '%2$s' and"
                    + " resolve the transaction the same way")
    String lastResourceMarkersOff(TransactionId transaction, String resource);

    /** A last resource where a superior asks for votes. */
    @Says(
            id = 2057,
            value = "cannot enlist '%s' in transaction %s: %s decides it and asks this node for a vote, which a"
                    + " resource without XA can't give; the transaction stays as it is; use the resource with XA, or"
                    + " in a transaction of its own")
    String lastResourceOfSubordinate(String name, TransactionId transaction, String superior);

    /** An end while calls are on their way. */
    @Says(
            id = 2058,
            value = "transaction %s cannot be committed while %d calls to or from other processes are under way that"
                    + " are part of it; wait for their replies first")
    String callsUnderWay(TransactionId transaction, int calls);

    /** A superior that commits without having asked. */
    @Says(
            id = 2060,
            value = "transaction %s was rolled back: %s told this node to commit it without having asked for its vote;"
                    + " no action needed here, but the other side broke its protocol")
    String commitUnprepared(TransactionId transaction, String superior);

    /** A superior that rolls back. */
    @Says(
            id = 2061,
            value = "transaction %s was rolled back: %s, which decides it, has rolled it back; no action needed")
    String superiorRolledBack(TransactionId transaction, String superior);

    /** An operator has ended it before it voted. */
    @Says(
            id = 2062,
            value = "transaction %s was rolled back: it was ended before it was prepared %s; ask the operator of the"
                    + " node before you do it again")
    String endedByOperator(TransactionId transaction, Object act);

    /** An unasked vote. */
    @Says(id = 8083, value = "transaction %s can only roll back: %s says that it has rolled its part back")
    String leftRolledBack(TransactionId transaction, Object participant);
}
