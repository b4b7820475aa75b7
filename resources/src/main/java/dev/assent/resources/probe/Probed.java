package dev.assent.resources.probe;

import dev.assent.resources.quirk.ProbeStep;
import dev.assent.resources.quirk.Remedy;
import java.sql.SQLException;
import java.util.Optional;
import javax.transaction.xa.XAResource;

/**
 * What a pool connects to, as the start-up probe sees it.
 *
 * <p>Thread safety: used by one thread at a time.
 *
 * @param <E> what is thrown when it can't be reached
 */
public interface Probed<E extends Exception> {
    /** The pool's name. */
    String pool();

    /** Whether it may forget prepared branches. */
    boolean acceptsLossy();

    /** What to do to use it although it does, to be read after "or". */
    String acceptance();

    /** How the probe is skipped. */
    String skipping();

    /**
     * Looks at what is known without a connection.
     *
     * @throws ProbeRefusedException when that is enough to refuse it
     */
    void requireKept() throws ProbeRefusedException;

    /**
     * Connects.
     *
     * @throws E when it can't be reached
     * @throws ProbeRefusedException when what is known of it is enough to refuse it
     */
    Session open() throws E, ProbeRefusedException;

    /** A connection of the probe's own. Thread safety: used by one thread at a time. */
    interface Session extends AutoCloseable {
        /** What it connects to, for people. */
        String title();

        /** Where a branch is tried. */
        XAResource xaResource();

        /** Whether nothing needs to be tried, since prepared branches are known to be lost, and that is accepted. */
        boolean isKnownToLose();

        /**
         * Gets ready for a branch.
         *
         * @throws Exception when that fails
         */
        void beforeBranch() throws Exception;

        /**
         * Does what a branch must do so that there is something to prepare.
         *
         * @param name of letters and digits, that nothing else has
         * @throws Exception when that fails
         */
        void work(String name) throws Exception;

        /** What an error of a step means, and what mends it. */
        Optional<Remedy> remedyFor(ProbeStep step, SQLException failed);

        /** Idempotent. */
        @Override
        void close();
    }
}
