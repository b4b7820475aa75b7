package dev.assent.resources.message;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.message.Says;
import org.jspecify.annotations.Nullable;

/** Messages of pools and their databases, in the order of their numbers; see {@link ResourceMessages}. */
public interface PoolMessages {
    /** A pool with a value that is not allowed. */
    @Says(id = 5001, value = "pool '%s' cannot be made: its %s is %s; allowed: %s")
    String poolSettingRefused(String pool, String key, Object value, String allowed);

    /** A driver's class that can't be had. */
    @Says(
            id = 5002,
            value = "cannot use '%s': %s; name the driver's class that implements %s, and have the driver on the class"
                    + " path (of ./assent: set ASSENT_CLASS_PATH to the driver's jar)")
    String driverClassRefused(String className, String why, String type);

    /** A driver's class without such a property. */
    @Says(id = 5003, value = "'%s' has no property '%s'; its properties are: %s")
    String driverPropertyUnknown(String className, String property, String known);

    /** A driver's class refuses a value. */
    @Says(id = 5004, value = "property '%s' of '%s' cannot be '%s': %s")
    String driverPropertyRefused(String property, String className, String value, String why);

    /** A database that can't be reached, or does not let us in. */
    @Says(
            id = 5010,
            value = "pool '%s' cannot connect to its database: %s; the caller gets no connection; see that the"
                    + " database is up and lets this user in")
    String poolNotConnected(String pool, @Nullable Object cause);

    /** A pool with nothing left. */
    @Says(
            id = 5011,
            value = "pool '%s' had no connection for thread '%s' within %d ms: %d of at most %d are in use, %d threads"
                    + " wait%s; the caller gets no connection; end transactions sooner, close connections taken"
                    + " outside of one, or raise the pool's 'connections-max'")
    String poolExhausted(
            String pool, String thread, long millis, int inUse, int connectionsMax, int waiting, String longest);

    /** A pool that was closed. */
    @Says(id = 5012, value = "pool '%s' is closed and gives no connection")
    String poolClosed(String pool);

    /** A pool that fails in another way. */
    @Says(id = 5013, value = "pool '%s' gives no connection: %s")
    String poolFailed(String pool, @Nullable String reason);

    /** A pool whose connections are not there in time, since each takes long to be made. */
    @Says(
            id = 5014,
            value = "pool '%s' had no connection for thread '%s' within %d ms, since opening one takes long: %d are"
                    + " being made, the oldest for %d ms; %d of at most %d are in use, %d threads wait; the caller"
                    + " gets no connection; see why the database lets in so slowly, set 'connections-prefilled' so"
                    + " that connections are there before they are needed, or set 'acquisition-timeout-millis' above"
                    + " the time that a login takes")
    String poolOpensSlowly(
            String pool,
            String thread,
            long millis,
            int underWay,
            long underWayMillis,
            int inUse,
            int connectionsMax,
            int waiting);

    /** A pool with nothing left, since connections seem to be forgotten. */
    @Says(
            id = 5015,
            value = "pool '%s' had no connection for thread '%s' within %d ms: %d of at most %d are in use, %d of them"
                    + " for longer than %d ms; %d threads wait%s; the caller gets no connection; look for code that"
                    + " does not close a connection, or does not end a transaction: set 'leak-report-after-millis' to"
                    + " see where these are taken; more 'connections-max' only delays this")
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

    /** No connection for a transaction that is over or can only roll back. */
    @Says(
            id = 5020,
            value = "pool '%s' gives no connection to transaction %s: it %s; nothing was done; roll it back or end it")
    String connectionRefused(String pool, TransactionId transaction, String why);

    /** A connection that did not become part of the transaction. */
    @Says(
            id = 5021,
            value = "a connection of pool '%s' was not enlisted in transaction %s: %s; the connection is closed and"
                    + " the caller gets none")
    String connectionNotEnlisted(String pool, TransactionId transaction, String reason);

    /** A connection that is used where its transaction is not. */
    @Says(
            id = 5022,
            value = "a connection of pool '%s' is %s and cannot be used now: %s; nothing was done; take a connection"
                    + " from the pool where it is used")
    String connectionMisused(String pool, String standing, String why);

    /** SQL that ends a transaction at one database alone. */
    @Says(
            id = 5023,
            value = "%s on a connection of %s was not sent: it would end the transaction at this database"
                    + " alone; the transaction goes on; commit or roll back through the transaction manager; to undo"
                    + " a part, use ROLLBACK TO a savepoint")
    String sqlEndsTransaction(String statement, String owner);

    /** A type of the JDBC API that a handle has not. */
    @Says(
            id = 5024,
            value = "a handle of pool '%s' is no %s, and gives no object of the driver's for a type of the JDBC API;"
                    + " ask for the driver's own type, and see the guide for what must not be done with it")
    String handleNotUnwrapped(String pool, String type);

    /** A pool by keys, one of which nobody knows. */
    @Says(
            id = 5101,
            value = "pool '%s' cannot be made: its key '%s' is unknown; allowed: '%s', '%s<property>', and the"
                    + " settings %s")
    String poolKeyUnknown(String pool, String key, String others, String propertyPrefix, String settings);

    /** A pool by keys, without a driver. */
    @Says(id = 5102, value = "pool '%s' cannot be made: it has no '%s'; name the driver's class that implements %s")
    String poolSourceMissing(String pool, String key, String type);

    /** A pool with a driver that can't be had. */
    @Says(id = 5103, value = "pool '%s' cannot be made, its driver is refused: %s")
    String poolDriverRefused(String pool, @Nullable String reason);

    /** A setting of XA for a pool of a last resource. */
    @Says(
            id = 5104,
            value = "pool '%s' cannot be made: its key '%s' is about branches of XA, and a last resource has none;"
                    + " take it out")
    String poolSettingOfXa(String pool, String key);

    /** A connection that is held for long. */
    @Says(
            id = 5110,
            value = "a connection of pool '%s' is in use for %d ms now, by %s; it is left there; have it closed, or"
                    + " end the transaction; it was taken by thread '%s'%n    %s")
    String connectionHeldLong(String pool, long millis, String holder, String thread, String place);

    /** A connection that was held for long, and then was not. */
    @Says(
            id = 5111,
            value = "a connection of pool '%s' that was reported came back after %d ms from %s; no action needed")
    String connectionCameBack(String pool, long millis, String holder);

    /** A connection that was taken from who did not use it. */
    @Says(
            id = 5112,
            value = "pool '%s' took a connection back from %s, unused for %d ms; local work is rolled back, the"
                    + " holder's next call fails; have it closed by who took it, thread '%s'%n    %s")
    String connectionReclaimed(String pool, String holder, long untouchedMillis, String thread, String place);

    /** A transaction that was ended for a connection it did not use. */
    @Says(
            id = 5113,
            value = "pool '%s' took a connection back from %s, unused for %d ms; the transaction is rolled back; end"
                    + " transactions sooner, or raise 'reclaim-after-untouched-millis'; the connection was taken by"
                    + " thread '%s'%n    %s")
    String transactionReclaimed(String pool, String holder, long untouchedMillis, String thread, String place);

    /** A connection that is used after it was taken back. */
    @Says(
            id = 5114,
            value = "this connection of pool '%s' was taken back: it was not used for %s; its work is rolled back;"
                    + " close connections as soon as they are not needed, or raise 'reclaim-after-untouched-millis'")
    String connectionTakenBack(String pool, @Nullable String unused);

    /** A pool that could not make its first connections. */
    @Says(
            id = 5115,
            value = "pool '%s' could not make its first %d connections: %s; it made %d; the others are made when they"
                    + " are needed")
    String poolNotFilled(String pool, int wanted, String reason, int made);

    /** A thread that is interrupted while it waits. */
    @Says(id = 5116, value = "pool '%s' gives no connection: thread '%s' was interrupted while it waited for one")
    String poolWaitInterrupted(String pool, String thread);

    /** A bug of ours in the watch over a pool's connections. */
    @Says(
            id = 5117,
            value = "the watch over the connections of pool '%s' failed with %s; it tries again; report it as a bug")
    String poolWatchFailed(String pool, Throwable failure);

    /** A database or broker that loses prepared branches. */
    @Says(
            id = 5140,
            value = "pool '%s' is refused: %s loses prepared branches, so that a crash could leave a transaction half"
                    + " done: %s; the pool gives no connection; use another one, or %s for this pool")
    String probeLossy(String pool, String product, String how, String acceptance);

    /** A database or broker on which the start-up probe failed. */
    @Says(
            id = 5141,
            value = "pool '%s' is refused: the start-up probe could not %s a branch on %s: %s; the pool gives no"
                    + " connection; %s; or skip the probe with '%s' for this pool")
    String probeRefused(String pool, Object step, String product, String why, String remedy, String skipping);

    /** A database or broker that has nothing to prepare for the start-up probe. */
    @Says(
            id = 5142,
            value = "the start-up probe of pool '%s' prepared no branch: %s voted read-only, since nothing was done in"
                    + " it; its in-doubt list can be read; the pool is used, not proved to keep prepared branches;"
                    + " try that yourself: kill the node between prepare and commit")
    String probePreparedNothing(String pool, String product);

    /** A database that has no place left for prepared branches, while it is used. */
    @Says(
            id = 5143,
            value = "pool '%s': %s prepares no branch: %s (%s); transactions that need one roll back; %s; this is told"
                    + " once")
    String preparesRefused(String pool, String product, String wrong, @Nullable String reason, String remedy);

    /** A plain data source whose database is known to lose prepared branches. */
    @Says(
            id = 5144,
            value = "cannot register the data source: %s loses prepared branches, so that a crash could leave a"
                    + " transaction half done: %s; use another database, or a pool with 'accept-lossy=true'")
    String dataSourceLossy(String product, String how);

    /** A connection that broke under its user; beside the driver's error. */
    @Says(
            id = 5180,
            value = "a connection of pool '%s' was lost; it is not used again, its transaction can only roll back; see"
                    + " that the database is up")
    String connectionLost(String pool);

    /** The commit markers of a last resource are not there. */
    @Says(
            id = 5240,
            value = "the commit markers of '%s' are not reached: %s; transactions in doubt about it wait. When the"
                    + " table is missing and may not be made, make it with: %s")
    String commitMarkersFailed(String resource, @Nullable String reason, String definition);
}
