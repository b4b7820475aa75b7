package dev.assent.lab.role;

import dev.assent.lab.experiment.StepObserver;

/** Times each step of an iteration. Used by one thread. */
final class Stopwatch implements StepObserver {
    private final long[] nanos;
    private int at;
    private long began;

    Stopwatch(int steps) {
        this.nanos = new long[steps];
    }

    @Override
    public void begin() {
        at = 0;
        began = System.nanoTime();
    }

    @Override
    public void next() {
        long now = System.nanoTime();
        nanos[at++] = now - began;
        began = now;
    }

    @Override
    public void done(long[] elsewhere) {
        System.arraycopy(elsewhere, 0, nanos, 0, nanos.length);
    }

    /** How long a step of the last iteration took, in nanoseconds. */
    long nanos(int step) {
        return nanos[step];
    }
}
