package dev.assent.mutation;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Tries mutants, one after the other. For each:
 *
 * <ol>
 *   <li>A JVM of tests loads all classes afresh, one of them changed.
 *   <li>It runs the test classes that run the changed line, fastest first, until one fails or takes too long.
 *   <li>A JVM with a test that took too long is ended, and the next mutant gets a new one.
 * </ol>
 *
 * <p>Thread safety: its own threads share it.
 */
final class Hunt {
    private static final int TIMES_MAX = 3;
    private static final double SLOWNESS_MAX = 4;
    private static final int PROGRESS_EVERY = 50;

    private final Options options;
    private final Mutator mutator;
    private final Coverage coverage;
    private final List<Mutation> sample;
    private final AtomicInteger next = new AtomicInteger();
    private final List<Result> results = new ArrayList<>();
    private final long start = System.nanoTime();

    /** Of these mutants, in their order. */
    Hunt(Options options, Mutator mutator, Coverage coverage, List<Mutation> sample) {
        this.options = options;
        this.mutator = mutator;
        this.coverage = coverage;
        this.sample = sample;
    }

    /** Tries all, or as many as the time allows. */
    List<Result> run() throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(options.threads());
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < options.threads(); i++) {
                all.add(threads.submit(() -> {
                    try (Worker worker = new Worker()) {
                        worker.work();
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
            return List.copyOf(results);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean isLate() {
        return options.minutes() > 0 && System.nanoTime() - start > TimeUnit.MINUTES.toNanos(options.minutes());
    }

    /** A long run can be read before its end. */
    private synchronized void report(Result result) throws IOException {
        results.add(result);
        Files.write(
                options.out().resolve("results.tsv"),
                List.of(result.line()),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        int done = results.size();
        if (done % PROGRESS_EVERY == 0) {
            long killed =
                    results.stream().filter(each -> each.verdict().isKilled()).count();
            System.out.printf("%d of %d mutants, %d killed%n", done, sample.size(), killed);
        }
    }

    /** How many times as long as on a quiet machine a test takes now; in a container, the load may be that of the host. */
    private static double slowness() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return Math.min(SLOWNESS_MAX, Math.max(1, load / Runtime.getRuntime().availableProcessors()));
    }

    private byte[] mutant(Mutation mutation) {
        synchronized (mutator) {
            return mutator.mutant(mutation);
        }
    }

    /** One thread, with one JVM at a time. */
    private final class Worker implements AutoCloseable {
        private @Nullable MinionJvm jvm;
        private int uses;

        void work() throws IOException {
            while (!isLate()) {
                int index = next.getAndIncrement();
                if (index >= sample.size()) {
                    return;
                }
                report(tried(sample.get(index)));
            }
        }

        private Result tried(Mutation mutation) throws IOException {
            List<Coverage.Test> tests = coverage.of(mutation);
            if (tests.isEmpty()) {
                return new Result(mutation, Verdict.NOT_COVERED, "");
            }
            byte[] bytes = mutant(mutation);
            try {
                return tried(mutation, bytes, tests);
            } catch (MinionJvm.Ended e) {
                boolean wasUsed = uses > 1;
                close();
                // an earlier mutant may have ended it
                return wasUsed ? triedAlone(mutation, bytes, tests) : ended(mutation);
            }
        }

        private Result triedAlone(Mutation mutation, byte[] bytes, List<Coverage.Test> tests) throws IOException {
            try {
                return tried(mutation, bytes, tests);
            } catch (MinionJvm.Ended e) {
                close();
                return ended(mutation);
            }
        }

        private Result ended(Mutation mutation) {
            return new Result(mutation, Verdict.KILLED, "the JVM ended");
        }

        private Result tried(Mutation mutation, byte[] bytes, List<Coverage.Test> tests)
                throws IOException, MinionJvm.Ended {
            MinionJvm current = current();
            current.tell(new Request.Mutate(mutation.type(), bytes));
            for (Coverage.Test each : tests) {
                try {
                    Answer answer = current.run(each.name(), limitMillis(each));
                    if (answer.failure() != null) {
                        return new Result(mutation, Verdict.KILLED, each.name() + ", " + answer.failure());
                    }
                } catch (MinionJvm.TooLong e) {
                    close();
                    return new Result(mutation, Verdict.TIMED_OUT, each.name());
                }
            }
            return new Result(mutation, Verdict.SURVIVED, tests.size() + " test classes passed");
        }

        private long limitMillis(Coverage.Test test) {
            long quietMillis = test.millis() * TIMES_MAX + TimeUnit.SECONDS.toMillis(options.slackSeconds());
            return (long) (quietMillis * slowness());
        }

        private MinionJvm current() throws IOException {
            if (uses >= options.reuse()) {
                close();
            }
            if (jvm == null) {
                jvm = new MinionJvm(options);
                uses = 0;
            }
            uses++;
            return jvm;
        }

        @Override
        public void close() throws IOException {
            if (jvm != null) {
                jvm.close();
                jvm = null;
            }
        }
    }
}
