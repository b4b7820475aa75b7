package dev.assent.testkit;

/**
 * The end of a simulated process: thrown by the call in which the process ends, and by every later call that it makes
 * to the simulated world. An error, so that no handler of exceptions catches it.
 */
public final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    /** Tells where the process died. */
    public SimulatedCrash(String where) {
        super(where);
    }
}
