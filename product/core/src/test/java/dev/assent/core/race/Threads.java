package dev.assent.core.race;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The threads of one race. The first failure counts.
 *
 * <p>Thread safety: any thread may call {@link #start}; only the thread that made it calls {@link #join}.
 */
public final class Threads {
    private final ConcurrentLinkedQueue<Thread> started = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /** Runs all of these at the same time, and waits for them and for all that they have started. */
    public void together(Runnable... all) {
        for (Runnable each : all) {
            start(each);
        }
        join();
    }

    /** Runs something on a thread of its own. */
    public void start(Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (RuntimeException | AssertionError failed) { // but not what the model checker throws
                failures.add(failed);
            }
        });
        started.add(thread);
        thread.start();
    }

    private void join() {
        for (Thread each = started.poll(); each != null; each = started.poll()) {
            try {
                each.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        List<Throwable> all = new ArrayList<>(failures);
        if (!all.isEmpty()) {
            throw new AssertionError(all.get(0).toString(), all.get(0));
        }
    }

    /** Fails if a condition does not hold; plain code, since the model checker follows each call. */
    public static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
