package dev.assent.server.run;

import dev.assent.server.Main;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits for SIGTERM or SIGINT, and lets the process end with the status of its work: the JVM would make it 143 or 130
 * however clean the end was. So it uses a shutdown hook, which delays the end until the work is {@linkplain #done
 * done}, and then halts.
 *
 * <p>Thread safety: one thread waits and is done; the JVM calls the hook.
 */
final class StopSignal implements AutoCloseable {
    /** The time that a process needs beside its work, on a slow machine. */
    private static final int MORE_SECONDS_MAX = 10;

    private final int doneSecondsMax;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopped, "assent-stop");
    private volatile int status = Main.FAILURE;

    /** For work that ends, once it is asked to, within these seconds. */
    StopSignal(int workSecondsMax) {
        doneSecondsMax = workSecondsMax + MORE_SECONDS_MAX;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stopped() {
        stop.countDown();
        try {
            if (done.await(doneSecondsMax, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(status);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when the process is asked to end. */
    void await() throws InterruptedException {
        stop.await();
    }

    /** Whether the process was asked to end. */
    boolean came() {
        return stop.getCount() == 0;
    }

    /** All is closed: the process ends with this status when it was asked to end. */
    void done(int exitStatus) {
        status = exitStatus;
        done.countDown();
    }

    /** From now on signals end the process as ever. Nothing when one came. */
    @Override
    public void close() {
        if (stop.getCount() > 0) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
