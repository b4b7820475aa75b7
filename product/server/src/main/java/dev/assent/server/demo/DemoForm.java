package dev.assent.server.demo;

import dev.assent.server.crash.Oracle;

/**
 * In how many processes the demo makes transfers, and is killed.
 *
 * <p>Thread safety: one thread runs it; {@link #stop} may be called by any thread.
 */
interface DemoForm extends Premises.Tenant {
    /**
     * Makes the transfers, and tells of them.
     *
     * @throws Exception when one is not committed
     */
    void transfer() throws Exception;

    /** The title of the tour, for people. */
    String tourTitle();

    /**
     * Makes the crash tour, and tells of each stop.
     *
     * @return whether everything was as it must be
     */
    boolean tour() throws Exception;

    /** The additions of a longer tour and how to get it, for people; empty when there is none. */
    String longerTour();

    /** Reads the databases. */
    Oracle.Finding examine() throws Exception;
}
