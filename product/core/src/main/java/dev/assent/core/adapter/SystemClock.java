package dev.assent.core.adapter;

import dev.assent.core.time.Clock;

/** The machine's clock. */
public enum SystemClock implements Clock {
    /** The only one. */
    INSTANCE;

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long epochMillis() {
        return System.currentTimeMillis();
    }
}
