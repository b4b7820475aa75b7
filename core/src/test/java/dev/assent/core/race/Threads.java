package dev.assent.core.race;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The threads of one race, of which the first failure counts.
 *
 * <p>Thread safety: {@link #start} may be called by any thread, {@link #join} by the one that made it.
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
            } catch (RuntimeException | AssertionError failed) { // and not what the model checker ends threads by
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

    /** Fails when something does not hold; plain, since each call is part of what the model checker follows. */
    public static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
