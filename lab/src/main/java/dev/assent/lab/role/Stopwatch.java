package dev.assent.lab.role;

import dev.assent.lab.experiment.StepObserver;
import java.util.Arrays;

/** Times each step of iterations. Used by one thread. */
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
        nanos[at++] += now - began;
        began = now;
    }

    @Override
    public void done(long[] elsewhere) {
        for (int step = 0; step < nanos.length; step++) {
            nanos[step] += elsewhere[step];
        }
    }

    /** Sets all times back to zero. */
    void reset() {
        Arrays.fill(nanos, 0);
    }

    /** How long a step took in all iterations since, in nanoseconds. */
    long nanos(int step) {
        return nanos[step];
    }
}
