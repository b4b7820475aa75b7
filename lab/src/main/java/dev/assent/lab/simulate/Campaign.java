package dev.assent.lab.simulate;

import dev.assent.testkit.simulation.SimulationReport;
import dev.assent.testkit.simulation.Simulator;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Worlds of one seed after the other, by several threads at once, until the time has passed, enough have run, the user
 * stops it, or a world breaks a law.
 *
 * <p>Thread safety: all methods may be called by any thread, {@link #run} once.
 */
final class Campaign {
    private final Wanted wanted;
    private final Tally tally = new Tally();
    private final AtomicLong begun = new AtomicLong();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long startNanos;
    private volatile long tookNanos;
    private volatile boolean isStopped;
    private @Nullable Broken broken;

    /** A world that breaks a law. */
    record Broken(long seed, String violation) {}

    /** One that is to be run. */
    Campaign(Wanted wanted) {
        this.wanted = wanted;
    }

    /**
     * Runs it to its end.
     *
     * @param everySeconds how often it reports progress
     */
    void run(int everySeconds, Runnable progress) throws InterruptedException {
        startNanos = System.nanoTime();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < wanted.threads(); i++) {
            Thread worker = new Thread(this::work, "worlds-" + i);
            worker.start();
            workers.add(worker);
        }
        for (Thread worker : workers) {
            while (worker.isAlive()) {
                worker.join(TimeUnit.SECONDS.toMillis(everySeconds));
                if (worker.isAlive()) {
                    progress.run();
                }
            }
        }
        tookNanos = System.nanoTime() - startNanos;
    }

    private void work() {
        while (!isStopped && System.nanoTime() - startNanos < wanted.nanosMax()) {
            long number = begun.getAndIncrement();
            if (number >= wanted.worldsMax()) {
                return;
            }
            long seed = wanted.firstSeed() + number;
            long before = threads.getCurrentThreadCpuTime();
            SimulationReport report = Simulator.run(seed, wanted.kindOf(seed));
            tally.add(report, threads.getCurrentThreadCpuTime() - before);
            String violation = report.violation();
            if (violation != null) {
                found(new Broken(seed, violation));
            }
        }
    }

    /** If there are several, the one with the smallest seed counts, which is not always the first that was found. */
    private synchronized void found(Broken found) {
        isStopped = true;
        if (broken == null || found.seed() < broken.seed()) {
            broken = found;
        }
    }

    /** Begins no further world. */
    void stop() {
        isStopped = true;
    }

    /** The world that broke a law; null when none did. */
    synchronized @Nullable Broken broken() {
        return broken;
    }

    Tally tally() {
        return tally;
    }

    /** How long it took, or takes until now. */
    double seconds() {
        return (tookNanos > 0 ? tookNanos : System.nanoTime() - startNanos) / 1e9;
    }
}
