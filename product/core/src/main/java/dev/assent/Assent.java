package dev.assent;

import dev.assent.core.NodeBuilder;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import javax.sql.XADataSource;

/**
 * A transaction manager in one process.
 *
 * <pre>{@code
 * try (Assent assent = Assent.builder().with(Setting.LOG_FOLDER, folder).open()) {
 *     assent.register(orders);
 *     assent.register(payments);
 *     TransactionManager manager = assent.transactionManager();
 *     manager.begin();
 *     // work on both
 *     manager.commit();
 * }
 * }</pre>
 *
 * <p>Thread safety: any thread may call all methods.
 */
public interface Assent extends AutoCloseable {
    /** A builder that opens a node. */
    static Builder builder() {
        return new NodeBuilder();
    }

    /** Whether it takes transactions: it is not closed, and neither its log nor a bug has stopped it. */
    boolean isRunning();

    /**
     * Whether the node was opened for an operator, so that it does nothing by itself: {@link Builder#openHeld},
     * {@link Builder#openToRead}.
     */
    boolean isHeld();

    /** The node and its epoch. */
    NodeEpoch life();

    /** The TransactionManager of Jakarta Transactions. */
    TransactionManager transactionManager();

    /** The UserTransaction of Jakarta Transactions. */
    UserTransaction userTransaction();

    /** The TransactionSynchronizationRegistry of Jakarta Transactions. */
    TransactionSynchronizationRegistry synchronizationRegistry();

    /**
     * Registers a resource, so that it can be enlisted and recovered by its name; recovery looks at it soon.
     *
     * @throws IllegalArgumentException if the name is taken or not allowed
     */
    void register(RecoverableResource resource);

    /**
     * Registers a database by its plain XADataSource. Take the connections of transactions from the returned data
     * source: their XAResources know the name, so that the standard {@code Transaction.enlistResource} accepts them.
     * Recovery connects through {@code source}, with the user and password of that data source.
     *
     * <p>If assent-resources is on the class path, Assent corrects the known deviations of the driver, and refuses SQL that
     * would end a branch on its connections. A {@code JdbcPool} does more: it pools, enlists by itself, and finds out what
     * became of a one-phase commit whose answer was lost. Recovery asks one resource after the other. A data source without
     * a login timeout gets one of 5 seconds. The setting 'recovery-timeout-millis' limits each answer if the driver can
     * limit it; for other drivers, set their socket timeout.
     *
     * @throws IllegalArgumentException if the name is taken or not allowed, or the database loses prepared branches
     */
    RegisteredDataSource resource(String name, XADataSource source);

    /**
     * Removes a resource: nothing can be enlisted under its name, and its branches wait until a resource is registered
     * under the name again. Ignored if the resource is not registered.
     */
    void unregister(RecoverableResource resource);

    /**
     * Reports that a user of a resource could not reach it. Recovery looks at it soon, sends operators one message, and
     * goes on when the resource is back. You may call this at every failure.
     *
     * @param resource its name
     */
    void suspect(String resource);

    /**
     * Declares that the program has registered all its resources, even if it has none. Only then may the node tell an
     * operator that nothing is in doubt if no resource is registered: otherwise a resource might be missing.
     */
    void allResourcesAreRegistered();

    /**
     * Keeps recovery from beginning a pass by itself. Use it to register several resources one after the other:
     * otherwise a pass might start before all are there, and warn of the missing ones.
     */
    RecoveryPause pauseRecovery();

    /** Runs a recovery pass now, on the calling thread. It also tries resources during their pause. */
    RecoveryReport recover();

    /** What an operator can do with this node, in the name of the user of this process. */
    NodeOperator operator();

    /**
     * The node's metrics since it was opened.
     *
     * @throws IllegalStateException if its setting 'metrics' is off
     */
    MetricsSnapshot metrics();

    /** Counts of the log, also if the setting 'metrics' is off. */
    MetricsSnapshot.Log logStatistics();

    /**
     * Takes no more transactions, neither of this node nor of others, and waits for those under way, which go on
     * normally. Call it before {@link #close} to let them end. The node can't be opened to work again: {@code begin} throws
     * a SystemException from now on. An interrupt does not end the wait.
     *
     * @return whether all have ended within the limit
     */
    boolean drain(Duration limit);

    /**
     * The longest time that closing takes, for the node and everything closed with it; the setting {@code
     * close-limit-seconds}.
     */
    Duration closeLimit();

    /**
     * Takes no more transactions, rolls back those that are active, waits for those being completed, and closes the
     * log. Returns within {@link #closeLimit}, whatever resources do; a warning names everything that had not ended by
     * then. Idempotent.
     *
     * <p>A {@code ConnectedNode} first takes no more work from others and lets their present work end. It answers superiors
     * and subordinates until transactions are over.
     */
    @Override
    void close();

    /** While it is open, recovery begins no pass by itself. Close it once. */
    @FunctionalInterface
    interface RecoveryPause extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Opens a node. Settings that are not given have their defaults.
     *
     * <pre>{@code
     * Assent assent = Assent.builder().with(Setting.LOG_FOLDER, folder).open();
     * }</pre>
     *
     * <p>Thread safety: none. A builder may open several nodes, one after the other.
     */
    interface Builder {
        /** All settings, as from a properties file; they replace earlier ones. */
        Builder config(AssentConfig settings);

        /**
         * Sets one setting.
         *
         * @param value a number or a word, as in a properties file
         * @throws IllegalArgumentException if the value is not allowed
         */
        Builder with(Setting setting, Object value);

        /**
         * Opens a node: reads its log, takes a new epoch, and begins to recover as soon as resources are registered.
         *
         * @throws LogUnavailableException if the log's folder can't be used; the message says why
         * @throws LogFolderHeldException if a process uses the folder
         * @throws LogDamagedException if the log's contents can't be trusted
         * @throws IllegalStateException if the setting 'jmx' is true and this process shows a life of the node already
         */
        Assent open();

        /**
         * Opens a node for an operator: as {@link #open}, but recovery does nothing by itself, only what {@link
         * Assent#operator} requests, and other nodes get no answer. Throws as {@link #open}.
         */
        Assent openHeld();

        /**
         * Reads the log of a node that does not run, for an operator who looks at it. Nothing is changed, no transaction is
         * taken, and no branch is touched. With the setting {@code log = memory} only the resources know something.
         * Other nodes get no answer.
         *
         * @throws LogUnavailableException if the folder has no log, or a process uses it
         * @throws LogDamagedException if the log's contents can't be trusted
         */
        Assent openToRead();

        /**
         * Whether a node of this configuration has a log: if its folder holds one or a part of one, and always with the
         * setting {@code log = memory}. Reads nothing of the log.
         *
         * @throws LogFolderHeldException if a process uses it
         * @throws LogUnavailableException if the folder can't be read
         */
        boolean hasLog();
    }
}
