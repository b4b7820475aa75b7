package dev.assent.lab.experiment;

/** Looks on while a task does an iteration, which tells it when each of its steps ends. Used by one thread. */
public interface StepObserver {
    /** The first step begins. */
    void begin();

    /** A step ends, and the next one begins, if there is one. */
    void next();

    /**
     * All steps have been done in another process, which has timed them.
     *
     * @param nanos how long each took
     */
    void done(long[] nanos);
}
