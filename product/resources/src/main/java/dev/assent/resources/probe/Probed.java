package dev.assent.resources.probe;

import dev.assent.resources.quirk.ProbeStep;
import dev.assent.resources.quirk.Remedy;
import java.sql.SQLException;
import java.util.Optional;
import javax.transaction.xa.XAResource;

/**
 * The database or broker of a pool, as the start-up probe sees it.
 *
 * <p>Thread safety: used by one thread at a time.
 *
 * @param <E> the exception when it can't be reached
 */
public interface Probed<E extends Exception> {
    /** The pool's name. */
    String pool();

    /** Whether the pool accepts that it may forget prepared branches. */
    boolean acceptsLossy();

    /** How to use it all the same, for a place after "or". */
    String acceptance();

    /** How to skip the probe. */
    String skipping();

    /**
     * Checks the facts that need no connection.
     *
     * @throws ProbeRefusedException when they are enough to refuse it
     */
    void requireKept() throws ProbeRefusedException;

    /**
     * Connects.
     *
     * @throws E when it can't be reached
     * @throws ProbeRefusedException when the facts about it are enough to refuse it
     */
    Session open() throws E, ProbeRefusedException;

    /** A separate connection of the probe. Thread safety: used by one thread at a time. */
    interface Session extends AutoCloseable {
        /** The database or broker, for people. */
        String title();

        /** The resource on which the probe tries a branch. */
        XAResource xaResource();

        /**
         * Whether the probe needs to try nothing: prepared branches are known to be lost, and the pool accepts that.
         */
        boolean isKnownToLose();

        /**
         * Prepares the connection for a branch.
         *
         * @throws Exception when that fails
         */
        void beforeBranch() throws Exception;

        /**
         * Does the work that a branch needs so that there is something to prepare.
         *
         * @param name of letters and digits, used for nothing else
         * @throws Exception when that fails
         */
        void work(String name) throws Exception;

        /** The meaning of an error in a step, and its remedy. */
        Optional<Remedy> remedyFor(ProbeStep step, SQLException failed);

        /** Idempotent. */
        @Override
        void close();
    }
}
