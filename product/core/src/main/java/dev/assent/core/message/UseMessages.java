package dev.assent.core.message;

import dev.assent.TransactionId;
import org.jspecify.annotations.Nullable;

/** Messages of use and configuration, in the order of their numbers; see {@link Catalogue}. */
public interface UseMessages {
    /** A transaction is begun while too many are under way. */
    @Says(
            id = 1001,
            value = "cannot begin a transaction: %d are under way or wait for recovery, the limit 'transactions-max';"
                    + " nothing was done; end some, make reachable the resources that './assent log list' names, or"
                    + " raise the limit")
    String tooManyTransactions(int transactionsMax);

    /** One participant more than the commit protocol allows. */
    @Says(
            id = 1002,
            value = "cannot enlist '%s' in transaction %s: commit protocol '%s' allows at most %d"
                    + " participants; the transaction stays as it is; end it, or use fewer resources in one"
                    + " transaction")
    String tooManyParticipants(String participant, TransactionId transaction, String protocol, int participantsMax);

    /** A second request for the end. */
    @Says(id = 1003, value = "cannot end transaction %s: its end was requested before, and it is %s; wait for that end")
    String endedAlready(TransactionId transaction, String step);

    /** Begin after a stop. */
    @Says(
            id = 1004,
            value = "cannot begin a transaction, and nothing was done: this node takes no transactions now. If nobody"
                    + " closed it, its messages (logger dev.assent) say what to repair. Cause: %s")
    String notRunning(String why);

    /** The node is being closed. */
    @Says(id = 1005, value = "the node is being closed; the transaction is rolled back, no action needed")
    String closing();

    /** The log has failed. */
    @Says(
            id = 1006,
            value = "the node takes no transactions any more: the decision log has failed with %s. Prepared branches"
                    + " stay prepared; check the log's disk and start the node again, which finishes them")
    String nodeStopped(Throwable failure);

    /** A bug of Assent, or an error of the JVM, in the timer. */
    @Says(
            id = 1007,
            value = "a tick of the timer failed with %s; the next tick tries again. If this lasts, transactions no"
                    + " longer time out and recovery does not run: restart the process and report it")
    String tickFailed(Throwable failure);

    /** A transaction under way when its node stops. */
    @Says(
            id = 1008,
            value = "the transaction was rolled back: its node takes no transactions now. If nobody closed the node,"
                    + " its messages (logger dev.assent) say what to repair. Cause: %s")
    String rolledBackAtStop(String why);

    /** A close that has reached its limit. */
    @Says(
            id = 1009,
            value = "%s is closed after %d ms, but some work did not end in time: %s. Check that the databases and"
                    + " brokers named here answer. A call that hangs in a driver, and its connection, end only with the"
                    + " process.%s")
    String closedWithRest(String what, long millis, String left, String prepared);

    /** A resource with a bad name. */
    @Says(
            id = 1010,
            value = "cannot register resource '%s': a name has 1 to 64 letters, digits, '.', '_' and '-', and does not"
                    + " begin with 'unregistered.'")
    String resourceNameRefused(String name);

    /** A resource with a name that another has. */
    @Says(
            id = 1011,
            value = "cannot register resource '%s': another resource has this name; each needs its own, since recovery"
                    + " finds branches by it")
    String resourceNameTaken(String name);

    /** Work on an unregistered resource. */
    @Says(
            id = 1012,
            value = "cannot enlist resource '%s': it is not registered (registered: %s); register it first, so that"
                    + " recovery can find its branches after a crash")
    String resourceUnknown(String name, String registered);

    /** An XAResource that belongs to no registered resource. */
    @Says(
            id = 1013,
            value = "cannot enlist %s: it belongs to no registered resource (registered: %s). Nothing has changed."
                    + " Register its XADataSource with 'assent.resource(NAME, dataSource)' and take connections from"
                    + " the data source that it returns, use a pool of Assent, or pass a RecoverableResource of your own to"
                    + " 'assent.register'%s")
    String resourceUnnamed(Object resource, String registered, String failures);

    /** A data source that returns null. */
    @Says(
            id = 1014,
            value = "the data source of resource '%s' (%s) gave no %s; use another driver or repair the data source")
    String dataSourceGivesNone(String resource, Object source, String missing);

    /** A second begin. */
    @Says(
            id = 1020,
            value = "cannot begin a transaction: the thread already has transaction %s, and JTA has no nested"
                    + " transactions; end or suspend it first")
    String nestedBegin(TransactionId current);

    /** A call that needs a transaction. */
    @Says(id = 1021, value = "cannot %s: the thread has no transaction; begin one first")
    String noTransaction(String what);

    /** A call that needs an active transaction. */
    @Says(id = 1022, value = "cannot %s: transaction %s is %s, and it must be active; nothing was done")
    String notActive(String what, TransactionId transaction, String step);

    /** A call on a transaction that can only roll back. */
    @Says(id = 1023, value = "cannot %s: transaction %s can only roll back; roll it back")
    String markedRollback(String what, TransactionId transaction);

    /** A resume on a thread that has a transaction. */
    @Says(id = 1024, value = "cannot resume %s: the thread has transaction %s; end or suspend it first")
    String resumeOver(@Nullable Object resumed, TransactionId current);

    /** A resume of an unknown transaction. */
    @Says(
            id = 1025,
            value = "cannot resume %s: it is not a transaction under way on this node; resume only what suspend() on"
                    + " this node has returned")
    String resumeForeign(@Nullable Object resumed);

    /** A bad timeout. */
    @Says(
            id = 1026,
            value = "transaction timeout %d s is not allowed; allowed: 0 to %d s, where 0 means the node's default; the"
                    + " timeout stays %d s")
    String timeoutRefused(int seconds, int secondsMax, int secondsBefore);

    /** A bad delist flag. */
    @Says(
            id = 1027,
            value = "cannot delist resource '%s' with flag 0x%x: TMSUCCESS, TMFAIL and TMSUSPEND are allowed; nothing"
                    + " was done")
    String delistFlagRefused(Object resource, int flag);

    /** A request here to end a transaction that another process decides. */
    @Says(
            id = 1028,
            value = "cannot %s: transaction %s is decided by %s, which called this node; mark it rollback-only if it"
                    + " must not be committed")
    String endOfSubordinate(String what, TransactionId transaction, String superior);

    /** A call that comes after the request for the end, such as one of a synchronization. */
    @Says(
            id = 1029,
            value = "cannot %s: the end of transaction %s was requested before, and it goes on; nothing was done")
    String endRequested(String what, TransactionId transaction);

    /** An unknown key. */
    @Says(id = 1030, value = "unknown setting '%s'; the settings are: %s")
    String settingUnknown(String key, String known);

    /** A value that is not allowed. */
    @Says(id = 1031, value = "setting '%s' has the value '%s', which is not allowed; allowed: %s")
    String settingRefused(String key, String value, String allowed);

    /** Metrics are off. */
    @Says(id = 1040, value = "there are no metrics: setting 'metrics' is off; set it to counts, sampled or all")
    String metricsOff();

    /** The name of the MBean of a node or a pool is taken. */
    @Says(
            id = 1041,
            value = "'%s' cannot be shown by JMX: %s; the node or pool does not open; if the name is"
                    + " taken, first close the other node of this process with that name; or set 'jmx' to"
                    + " false")
    String jmxRefused(String name, Throwable cause);

    /** A bug of Assent, or an error of the JVM, in the middle of a transaction. */
    @Says(
            id = 1042,
            value = "the node takes no transactions any more: the work on a transaction broke off with %s, and nobody"
                    + " knows how far it got. Prepared branches stay prepared. Start the node again, and it finishes"
                    + " them. Unless the process was out of memory, report this as a bug")
    String nodeStoppedByError(Throwable error);

    /** A node of another class, such as one of a test. */
    @Says(
            id = 1043,
            value = "%s is not a node that Assent has opened, so nothing can join it; use the node that"
                    + " Assent.builder().open() returns, or ConnectedNode.open")
    String foreignNode(@Nullable Object node);

    /** A resource that uses the transaction that is calling it. */
    @Says(
            id = 1044,
            value = "cannot use the transaction inside of start, end or isSameRM of an XAResource; nothing was done;"
                    + " use it before or after that call")
    String usedInside();

    /** {@code assent-resources} is not on the class path. */
    @Says(
            id = 1045,
            value =
                    "no jar on the class path knows databases, so resource '%s' counts as one that follows the XA standard;"
                            + " if it is a plain database, add the artifact assent-resources: without its corrections a transaction"
                            + " on PostgreSQL, for example, can end half done")
    String noDriverKnown(String resource);
}
