package dev.assent.core.adapter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs what may hang in foreign code, such as a driver's {@code close}, on daemon threads of its own, all at the same time,
 * and waits for all until one deadline. What has not come back by then is left behind: its thread ends when the foreign code
 * returns, or with the process.
 *
 * <p>Thread safety: for one thread.
 */
public final class Aside {
    private final String threadName;
    private final List<Part> parts = new ArrayList<>();

    /** Something that runs. */
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
     * Nothing runs yet.
     *
     * @param threadName what the names of its threads begin with
     */
    public Aside(String threadName) {
        this.threadName = threadName;
    }

    /**
     * Starts something. When no thread can be started, that counts as its failure.
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
     * Waits until all have come back, or the time is over; an interrupt does not end it.
     *
     * @param endNanos by {@link SystemClock#nanos}
     * @return the titles of those that have not come back
     */
    public List<String> await(long endNanos) {
        Workers.await(() -> parts.stream().allMatch(each -> each.isBack), endNanos);
        return parts.stream()
                .filter(each -> !each.isBack)
                .map(each -> each.title)
                .toList();
    }

    /** What those that have come back have thrown, by their titles, in the order in which they were started. */
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
