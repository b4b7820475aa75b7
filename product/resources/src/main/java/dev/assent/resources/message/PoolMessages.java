package dev.assent.resources.message;

import dev.assent.TransactionId;
import dev.assent.core.message.Says;
import org.jspecify.annotations.Nullable;

/** Messages of pools and their databases, in the order of their numbers; see {@link ResourceMessages}. */
public interface PoolMessages {
    /** A pool with a value that is not allowed. */
    @Says(
            id = 5001,
            value = "pool '%s' cannot be made: setting '%s' has the value '%s', which is not allowed; allowed: %s")
    String poolSettingRefused(String pool, String key, Object value, String allowed);

    /** A driver's class that can't be loaded. */
    @Says(
            id = 5002,
            value = "cannot use '%s': %s; name the driver's class that implements %s, and have the driver on the class"
                    + " path (of ./assent: set ASSENT_CLASS_PATH to the driver's jar)")
    String driverClassRefused(String className, String why, String type);

    /** A property that the driver's class does not have. */
    @Says(id = 5003, value = "'%s' has no property '%s'; its properties are: %s")
    String driverPropertyUnknown(String className, String property, String known);

    /** A value that the driver's class refuses. */
    @Says(id = 5004, value = "property '%s' of '%s' cannot be '%s': %s")
    String driverPropertyRefused(String property, String className, String value, String why);

    /** A database that can't be reached, or refuses the login. */
    @Says(
            id = 5010,
            value = "pool '%s' cannot connect to its database: %s; the caller gets no connection; check that the"
                    + " database is up and lets this user log in")
    String poolNotConnected(String pool, @Nullable Object cause);

    /** A pool without a free connection. */
    @Says(
            id = 5011,
            value = "pool '%s' had no connection for thread '%s' within %d ms: %d of at most %d are in use, threads"
                    + " that wait: %d%s; the caller gets no connection; end transactions sooner, close connections"
                    + " taken outside of one, or raise the pool's 'connections-max'")
    String poolExhausted(
            String pool, String thread, long millis, int inUse, int connectionsMax, int waiting, String longest);

    /** A pool that was closed. */
    @Says(id = 5012, value = "pool '%s' is closed and gives no connection")
    String poolClosed(String pool);

    /** Any other failure of a pool. */
    @Says(id = 5013, value = "pool '%s' gives no connection: %s; check that the database is up")
    String poolFailed(String pool, @Nullable String reason);

    /** A pool whose connections are not ready in time, since the database opens them slowly. */
    @Says(
            id = 5014,
            value = "pool '%s' had no connection for thread '%s' within %d ms, since opening one takes long: %d are"
                    + " being made, the oldest for %d ms; %d of at most %d are in use, threads that wait: %d; the"
                    + " caller gets no connection; find out why the database's logins are slow, set"
                    + " 'connections-prefilled' so that connections are ready before they are needed, or set"
                    + " 'acquisition-timeout-millis' above the time that a login takes")
    String poolOpensSlowly(
            String pool,
            String thread,
            long millis,
            int underWay,
            long underWayMillis,
            int inUse,
            int connectionsMax,
            int waiting);

    /** A pool without a free connection, since callers seem to forget some. */
    @Says(
            id = 5015,
            value = "pool '%s' had no connection for thread '%s' within %d ms: %d of at most %d are in use, %d of them"
                    + " for longer than %d ms; threads that wait: %d%s; the caller gets no connection; look for code"
                    + " that does not close a connection, or does not end a transaction: set 'leak-report-after-millis'"
                    + " to see where it takes them; raising 'connections-max' only delays this")
    String poolLeaks(
            String pool,
            String thread,
            long millis,
            int inUse,
            int connectionsMax,
            long leaked,
            long leakMillis,
            int waiting,
            String longest);

    /** A connection that can't go back to its pool. */
    @Says(
            id = 5016,
            value = "a connection could not be returned to pool '%s': %s; it is closed, and the outcome of its"
                    + " transaction stands")
    String connectionNotReturned(String pool, @Nullable String reason);

    /** No connection for a transaction that is over or can only roll back. */
    @Says(
            id = 5020,
            value = "pool '%s' gives no connection to transaction %s: it %s; nothing was done; if it is not over, roll"
                    + " it back")
    String connectionRefused(String pool, TransactionId transaction, String why);

    /** A connection that did not become part of the transaction. */
    @Says(
            id = 5021,
            value = "a connection of pool '%s' was not enlisted in transaction %s: %s; the connection is closed and"
                    + " the caller gets none")
    String connectionNotEnlisted(String pool, TransactionId transaction, String reason);

    /** A connection that is used outside of its transaction. */
    @Says(
            id = 5022,
            value = "a connection of pool '%s', %s, cannot be used now: %s; nothing was done; take a connection from"
                    + " the pool in the transaction and thread that use it")
    String connectionMisused(String pool, String standing, String why);

    /** SQL that ends a transaction at one database only. */
    @Says(
            id = 5023,
            value = "%s on a connection of %s was not sent: it could end the work at this database alone, without the"
                    + " other resources of the transaction; the transaction goes on; commit or roll back through the transaction manager; to undo a part, use"
                    + " ROLLBACK TO a savepoint; if '%1$s' is a name in your SQL, such as a column, put it in double"
                    + " quotes")
    String sqlEndsTransaction(String statement, String owner);

    /** A type of the JDBC API that a handle does not have. */
    @Says(
            id = 5024,
            value = "an object of pool '%s' can't be unwrapped to %s: for a type of the JDBC API it never"
                    + " gives the driver's object; ask for the driver's own class, but do not commit,"
                    + " roll back, change auto-commit or close by that object")
    String handleNotUnwrapped(String pool, String type);

    /** A pool by keys, with an unknown one. */
    @Says(
            id = 5101,
            value = "pool '%s' cannot be made: its key '%s' is unknown; allowed: '%s', '%s<property>', and the"
                    + " settings %s")
    String poolKeyUnknown(String pool, String key, String others, String propertyPrefix, String settings);

    /** A pool by keys, without a driver. */
    @Says(id = 5102, value = "pool '%s' cannot be made: it has no '%s'; name the driver's class that implements %s")
    String poolSourceMissing(String pool, String key, String type);

    /** A pool with a driver that can't be loaded. */
    @Says(id = 5103, value = "pool '%s' cannot be made, its driver is refused: %s")
    String poolDriverRefused(String pool, @Nullable String reason);

    /** A setting of XA for a pool of a last resource. */
    @Says(
            id = 5104,
            value = "pool '%s' cannot be made: its key '%s' is about branches of XA, and a last resource has none;"
                    + " take it out")
    String poolSettingOfXa(String pool, String key);

    /** A connection that is in use for long. */
    @Says(
            id = 5110,
            value = "a connection of pool '%s' has been in use for %d ms, by %s; the pool does not take it away; close"
                    + " it, or end the transaction; thread '%s' took it%n    %s")
    String connectionHeldLong(String pool, long millis, String holder, String thread, String place);

    /** The return of a connection that was reported. */
    @Says(
            id = 5111,
            value =
                    "a connection of pool '%s' that was reported came back after %d ms from %s, so it was no leak; if such"
                            + " work may take so long, raise 'leak-report-after-millis'")
    String connectionCameBack(String pool, long millis, String holder);

    /** A connection that the pool took back from an idle holder. */
    @Says(
            id = 5112,
            value = "pool '%s' took a connection back from %s, unused for %d ms; local work is rolled back, and the"
                    + " holder's next call fails; close connections in time; thread '%s' took it%n    %s")
    String connectionReclaimed(String pool, String holder, long untouchedMillis, String thread, String place);

    /** A transaction that the pool rolled back for an unused connection. */
    @Says(
            id = 5113,
            value = "pool '%s' took a connection back from %s, unused for %d ms; the transaction is rolled back; end"
                    + " transactions sooner, or raise 'reclaim-after-untouched-millis'; thread '%s' took the"
                    + " connection%n    %s")
    String transactionReclaimed(String pool, String holder, long untouchedMillis, String thread, String place);

    /** A connection that is used after the pool took it back. */
    @Says(
            id = 5114,
            value = "this connection of pool '%s' was taken back: it was not used for %s; the work done"
                    + " on it is rolled back; close connections as soon as you do not need them, or raise"
                    + " 'reclaim-after-untouched-millis'")
    String connectionTakenBack(String pool, @Nullable String unused);

    /** A pool that could not make its first connections. */
    @Says(
            id = 5115,
            value = "pool '%s' could not make its first %d connections: %s; it made %d, and makes the others when"
                    + " callers need them; check that the database is up and lets this user log in")
    String poolNotFilled(String pool, int wanted, String reason, int made);

    /** A thread that was interrupted while it waited. */
    @Says(id = 5116, value = "pool '%s' gives no connection: thread '%s' was interrupted while it waited for one")
    String poolWaitInterrupted(String pool, String thread);

    /** A bug of Assent in the watch over a pool's connections. */
    @Says(
            id = 5117,
            value = "the watch over the connections of pool '%s' failed with %s; it tries again; report this as a bug")
    String poolWatchFailed(String pool, Throwable failure);

    /** A database or broker that loses prepared branches. */
    @Says(
            id = 5140,
            value = "pool '%s' is refused: %s loses prepared branches, so that a crash could leave a transaction half"
                    + " done: %s; the pool gives no connection; use another database or broker, or %s for this pool")
    String probeLossy(String pool, String product, String how, String acceptance);

    /** A database or broker on which the start-up probe failed. */
    @Says(
            id = 5141,
            value = "pool '%s' is refused: the start-up probe could not %s a branch on %s: %s; the pool gives no"
                    + " connection; %s")
    String probeRefused(String pool, Object step, String product, String why, String remedy);

    /** A database or broker without work to prepare for the start-up probe. */
    @Says(
            id = 5142,
            value = "the start-up probe of pool '%s' prepared no branch: %s voted read-only, since the branch did no"
                    + " work; its in-doubt list can be read; the pool is in use, but nothing proves that it keeps"
                    + " prepared branches; test that yourself: kill the node between prepare and commit")
    String probePreparedNothing(String pool, String product);

    /** A database that runs out of places for prepared branches. */
    @Says(
            id = 5143,
            value = "pool '%s': %s prepares no branch: %s (%s); transactions that need one roll back; %s; this message"
                    + " appears once")
    String preparesRefused(String pool, String product, String wrong, @Nullable String reason, String remedy);

    /** A plain data source whose database loses prepared branches. */
    @Says(
            id = 5144,
            value = "cannot register the data source: %s loses prepared branches, so that a crash could leave a"
                    + " transaction half done: %s; use another database, or a pool with 'accept-lossy=true'")
    String dataSourceLossy(String product, String how);

    /** A connection that was lost while in use; in addition to the driver's error. */
    @Says(
            id = 5180,
            value = "a connection of pool '%s' counts as lost after this error and is not used again; if it was in a"
                    + " transaction, roll that back; check that the database is up")
    String connectionLost(String pool);

    /** Commit markers of a last resource that can't be reached. */
    @Says(
            id = 5240,
            value = "the commit markers of '%s' can't be reached: %s; the transactions that need them stay in doubt,"
                    + " and recovery tries again. If the table is missing and Assent may not create it, create it with:"
                    + " %s")
    String commitMarkersFailed(String resource, @Nullable String reason, String definition);
}
