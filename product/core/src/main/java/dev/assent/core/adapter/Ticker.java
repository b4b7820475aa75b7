package dev.assent.core.adapter;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.message.CoreMessages;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A daemon thread that runs a task at every tick until it is closed, whatever the task or the report of its failure
 * throws. If ticks fail one after the other, it reports the first, and then one of {@value #FAILURES_FOR_ONE_REPORT}.
 */
public final class Ticker implements AutoCloseable {
    private static final int FAILURES_FOR_ONE_REPORT = 1_000;

    private final Thread thread;
    private final int periodMillis;
    private final Runnable atEachTick;
    private final Consumer<Throwable> onFailure;
    private volatile boolean closed;

    /** How many ticks have failed one after the other; only its thread uses it. */
    private int failures;

    /**
     * Starts to tick.
     *
     * @param onFailure gets the exception of a tick; may throw itself
     */
    public Ticker(String name, int periodMillis, Runnable atEachTick, Consumer<Throwable> onFailure) {
        ForeignCode.load();
        CoreMessages.load();
        this.periodMillis = periodMillis;
        this.atEachTick = atEachTick;
        this.onFailure = onFailure;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Catches everything, so that the thread goes on, even if a class for the report can't be loaded. */
    private void run() {
        while (!closed) {
            try {
                LockSupport.parkNanos(this, periodMillis * 1_000_000L);
                Thread.interrupted(); // a tick may have left an interrupt, which would end the wait
                if (!closed) {
                    atEachTick.run();
                    failures = 0;
                }
            } catch (Throwable failed) {
                try {
                    tell(failed);
                } catch (Throwable untold) {
                    failures = 0; // so that the next failure is reported
                }
            }
        }
    }

    private void tell(Throwable failed) {
        if (failures++ % FAILURES_FOR_ONE_REPORT == 0) {
            ForeignCode.report(failed, onFailure);
        }
    }

    /** Stops; a running tick ends by itself. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
