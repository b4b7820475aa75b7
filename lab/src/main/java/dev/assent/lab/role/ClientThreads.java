package dev.assent.lab.role;

import dev.assent.lab.experiment.Steps;
import dev.assent.lab.experiment.Task;
import dev.assent.lab.network.Meter;
import dev.assent.lab.network.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The threads of a client, which do the same task at the same time, each in a closed loop: it does an iteration as soon
 * as the one before has ended. Each is measured while all others are at work: a thread that has done its part goes on,
 * unmeasured, until the last one has done its own. Used by one thread, but for {@link #iterations}.
 */
final class ClientThreads implements AutoCloseable {
    private final List<ClientThread> all = new ArrayList<>();

    private interface Tasks {
        Task next() throws Exception;
    }

    private ClientThreads(int size, Tasks tasks) throws Exception {
        for (int i = 0; i < size; i++) {
            all.add(new ClientThread(tasks.next()));
        }
    }

    /** Each thread has a task of its own, of the class of this name. */
    static ClientThreads of(String task, int size, Task.Context context) throws Exception {
        return new ClientThreads(size, () -> Task.of(task, context));
    }

    /** How many iterations all have done until now. May be called by any thread. */
    long iterations() {
        return all.stream().mapToLong(ClientThread::iterations).sum();
    }

    /** Does the work of each task that comes before its first iteration. */
    void begin() throws Exception {
        onAll(thread -> () -> {
            thread.task().begin();
            return thread;
        });
    }

    /** Does the work of each task that comes after its last iteration. */
    void end() throws Exception {
        onAll(thread -> () -> {
            thread.task().end();
            return thread;
        });
    }

    /**
     * The work of all threads together.
     *
     * @param ofThreads of each thread the times of each step; and last their sum, where there are several
     * @param iterations also of those that were not timed
     * @param perSecond how many iterations there were while all threads were at work
     * @param isElsewhere as in {@link Task}
     */
    record Done(List<List<Recording>> ofThreads, long iterations, double perSecond, boolean isElsewhere) {
        /** The times of each step, of all threads together. */
        List<Recording> steps() {
            return IntStream.range(0, ofThreads.get(0).size())
                    .mapToObj(step -> Recording.together(
                            ofThreads.stream().map(each -> each.get(step)).toList()))
                    .toList();
        }
    }

    /**
     * Does a phase.
     *
     * @param laps of all threads together, as far as each has as many
     * @param iterations of a lap; their mean is recorded
     */
    Done run(int laps, int iterations) throws Exception {
        int each = Math.max(1, laps / all.size());
        long before = iterations();
        Window window = new Window(all.size(), this::iterations);
        List<List<Recording>> ofThreads;
        try {
            ofThreads = onAll(thread -> () -> run(thread, each, iterations, window));
        } finally {
            window.close();
        }
        boolean isElsewhere = all.get(0).task().isElsewhere();
        // elsewhere nothing but the steps counts, and not how they are asked for
        double perSecond = isElsewhere ? perSecondElsewhere(ofThreads) : window.perSecond();
        return new Done(ofThreads, iterations() - before, perSecond, isElsewhere);
    }

    private static double perSecondElsewhere(List<List<Recording>> ofThreads) {
        List<Recording> totals =
                ofThreads.stream().map(each -> each.get(each.size() - 1)).toList();
        return ofThreads.size() * 1e9 / Recording.together(totals).mean();
    }

    private static List<Recording> run(ClientThread thread, int laps, int iterations, Window window) throws Exception {
        List<String> steps = thread.task().steps();
        List<Recording> recordings =
                steps.stream().map(step -> new Recording(step, laps)).toList();
        Recording total = new Recording(Steps.TOTAL, laps);
        Stopwatch watch = new Stopwatch(steps.size());
        window.enter();
        for (int lap = 0; lap < laps; lap++) {
            time(thread, iterations, watch, window);
            double sum = 0;
            for (int step = 0; step < steps.size(); step++) {
                double mean = (double) watch.nanos(step) / iterations;
                recordings.get(step).record(mean);
                sum += mean;
            }
            total.record(sum);
        }
        for (window.leave(); !window.isOver(); ) {
            thread.run(watch);
        }
        return steps.size() == 1
                ? recordings
                : Stream.concat(recordings.stream(), Stream.of(total)).toList();
    }

    /** One lap. */
    private static void time(ClientThread thread, int iterations, Stopwatch watch, Window window) throws Exception {
        watch.reset();
        for (int i = 0; i < iterations; i++) {
            if (window.isOver()) {
                throw new CancellationException("another thread has failed");
            }
            thread.run(watch);
        }
    }

    /**
     * One thread does so many iterations, while the others rest.
     *
     * @return the network traffic of each step, on average
     */
    List<Traffic> countTraffic(int iterations, Meter meter) throws Exception {
        ClientThread thread = all.get(0);
        TrafficPerStep traffic = new TrafficPerStep(thread.task().steps().size(), meter);
        return get(thread.submit(() -> {
            for (int i = 0; i < iterations; i++) {
                thread.run(traffic);
            }
            return traffic.means(iterations);
        }));
    }

    private interface Work<T> {
        Callable<T> of(ClientThread thread);
    }

    /** The results of all; fails when the first one does, whatever the others still wait for. */
    private <T> List<T> onAll(Work<T> work) throws Exception {
        CompletableFuture<Void> firstFailure = new CompletableFuture<>();
        List<CompletableFuture<T>> running = new ArrayList<>();
        for (ClientThread each : all) {
            CompletableFuture<T> one = each.submit(work.of(each));
            running.add(one);
            one.whenComplete((result, failure) -> {
                if (failure != null) {
                    firstFailure.completeExceptionally(failure);
                }
            });
        }
        get(CompletableFuture.anyOf(CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)), firstFailure));
        return running.stream().map(CompletableFuture::join).toList();
    }

    private static <T> T get(CompletableFuture<T> running) throws Exception {
        try {
            return running.get();
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw cause instanceof Exception exception ? exception : failed;
        }
    }

    @Override
    public void close() {
        all.forEach(ClientThread::close);
    }
}
