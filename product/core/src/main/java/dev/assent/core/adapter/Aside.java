package dev.assent.core.adapter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs foreign code that may hang, such as a driver's {@code close}, on daemon threads of its own, all at the same
 * time, and waits for all until one deadline. If some code has not returned by then, it is left: its thread ends when
 * the code returns, or with the process.
 *
 * <p>Thread safety: for one thread.
 */
public final class Aside {
    private final String threadName;
    private final List<Part> parts = new ArrayList<>();

    /** A piece of work that runs. */
    private static final class Part implements Runnable {
        private final String title;
        private final Runnable work;
        private volatile @Nullable Throwable failure;
        private volatile boolean isBack;

        Part(String title, Runnable work) {
            this.title = title;
            this.work = work;
        }

        @Override
        public void run() {
            try {
                work.run();
            } catch (Throwable failed) {
                failure = failed;
            } finally {
                isBack = true;
            }
        }
    }

    /**
     * With no work yet.
     *
     * @param threadName the beginning of its threads' names
     */
    public Aside(String threadName) {
        this.threadName = threadName;
    }

    /**
     * Starts a piece of work. If no thread can be started, that counts as its failure.
     *
     * @param title for people
     */
    public void run(String title, Runnable work) {
        Part part = new Part(title, work);
        parts.add(part);
        try {
            Thread thread = new Thread(part, threadName + "-" + parts.size());
            thread.setDaemon(true);
            thread.start();
        } catch (Error noThread) {
            part.failure = noThread;
            part.isBack = true;
        }
    }

    /**
     * Waits until all work has returned, or the time is over; an interrupt does not end the wait.
     *
     * @param endNanos by {@link SystemClock#nanos}
     * @return the titles of the work that has not returned
     */
    public List<String> await(long endNanos) {
        Workers.await(() -> parts.stream().allMatch(each -> each.isBack), endNanos);
        return parts.stream()
                .filter(each -> !each.isBack)
                .map(each -> each.title)
                .toList();
    }

    /** The exceptions of work that has returned, by title, in the order of the starts. */
    public Map<String, Throwable> failures() {
        Map<String, Throwable> failures = new LinkedHashMap<>();
        for (Part part : parts) {
            Throwable failed = part.failure;
            if (failed != null) {
                failures.put(part.title, failed);
            }
        }
        return failures;
    }
}
