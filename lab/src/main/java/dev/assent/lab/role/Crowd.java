package dev.assent.lab.role;

import dev.assent.lab.wire.Guest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The threads of a client, which do the same task at the same time. Used by one thread. */
final class Crowd implements AutoCloseable {
    private final List<Task> tasks = new ArrayList<>();
    private final ExecutorService threads;

    /** Each thread has the task of an order, as {@link Task#of}. */
    Crowd(List<String> words, int size, Guest guest, List<String> servers) throws Exception {
        for (int i = 0; i < size; i++) {
            tasks.add(Task.of(words, guest, servers));
        }
        threads = Executors.newFixedThreadPool(size);
    }

    /**
     * Does a phase.
     *
     * @param laps of all threads together, as far as each has as many
     * @param iterations of a lap, of which the mean is recorded
     * @return for each step the times of all; and last their sum, where there are several
     */
    List<Recording> run(int laps, int iterations) throws Exception {
        int each = Math.max(1, laps / tasks.size());
        CyclicBarrier start = new CyclicBarrier(tasks.size());
        List<Future<List<Recording>>> running = new ArrayList<>();
        for (Task task : tasks) {
            Callable<List<Recording>> work = () -> run(task, each, iterations, start);
            running.add(threads.submit(work));
        }
        List<List<Recording>> all = new ArrayList<>();
        for (Future<List<Recording>> one : running) {
            all.add(get(one));
        }
        List<Recording> together = new ArrayList<>();
        for (int step = 0; step < all.get(0).size(); step++) {
            int at = step;
            together.add(Recording.together(
                    all.stream().map(recordings -> recordings.get(at)).toList()));
        }
        return together;
    }

    private static List<Recording> run(Task task, int laps, int iterations, CyclicBarrier start) throws Exception {
        List<String> steps = task.steps();
        List<Recording> recordings = new ArrayList<>();
        steps.forEach(step -> recordings.add(new Recording(step, laps)));
        Recording total = new Recording("total", laps);
        Stopwatch watch = new Stopwatch(steps.size());
        task.begin();
        start.await();
        for (int lap = 0; lap < laps; lap++) {
            double[] means = means(task, iterations, watch, steps.size());
            double sum = 0;
            for (int step = 0; step < means.length; step++) {
                recordings.get(step).record(means[step]);
                sum += means[step];
            }
            total.record(sum);
        }
        task.end();
        if (steps.size() > 1) {
            recordings.add(total);
        }
        return recordings;
    }

    /** One lap; how long each step took on average, in nanoseconds. */
    private static double[] means(Task task, int iterations, Stopwatch watch, int steps) throws Exception {
        double[] means = new double[steps];
        for (int i = 0; i < iterations; i++) {
            task.run(watch);
            for (int step = 0; step < steps; step++) {
                means[step] += (double) watch.nanos(step) / iterations;
            }
        }
        return means;
    }

    /**
     * One thread does some iterations.
     *
     * @return what each step moves over the network, on average
     */
    List<Traffic> weigh(int iterations, Meter meter) throws Exception {
        Callable<List<Traffic>> work = () -> weigh(tasks.get(0), iterations, meter);
        return get(threads.submit(work));
    }

    private static List<Traffic> weigh(Task task, int iterations, Meter meter) throws Exception {
        Scales scales = new Scales(task.steps().size(), meter);
        task.begin();
        for (int i = 0; i < iterations; i++) {
            task.run(scales);
        }
        task.end();
        return scales.means(iterations);
    }

    private static <T> T get(Future<T> running) throws Exception {
        try {
            return running.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
