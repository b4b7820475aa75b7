package dev.assent.testkit;

/**
 * The end of a simulated process: thrown by whatever call it dies in, and by every later call that it
 * makes to the simulated world. An error, so that nobody who handles exceptions survives it.
 */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    /** Tells where the process died. */
    public SimulatedCrash(String where) {
        super(where);
    }
}
