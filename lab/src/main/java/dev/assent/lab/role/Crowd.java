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
     * @param iterations of all threads together
     * @return for each step the times of all; and last their sum, where there are several
     */
    List<Recording> run(int iterations) throws Exception {
        int each = Math.max(1, iterations / tasks.size());
        CyclicBarrier start = new CyclicBarrier(tasks.size());
        List<Future<List<Recording>>> running = new ArrayList<>();
        for (Task task : tasks) {
            Callable<List<Recording>> work = () -> run(task, each, start);
            running.add(threads.submit(work));
        }
        List<List<Recording>> all = new ArrayList<>();
        for (Future<List<Recording>> one : running) {
            try {
                all.add(one.get());
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            }
        }
        List<Recording> together = new ArrayList<>();
        for (int step = 0; step < all.get(0).size(); step++) {
            int at = step;
            together.add(Recording.together(
                    all.stream().map(recordings -> recordings.get(at)).toList()));
        }
        return together;
    }

    private static List<Recording> run(Task task, int iterations, CyclicBarrier start) throws Exception {
        List<String> steps = task.steps();
        List<Recording> recordings = new ArrayList<>();
        steps.forEach(step -> recordings.add(new Recording(step, iterations)));
        Recording total = new Recording("total", iterations);
        long[] nanos = new long[steps.size()];
        task.begin();
        start.await();
        for (int i = 0; i < iterations; i++) {
            task.run(nanos);
            long sum = 0;
            for (int step = 0; step < nanos.length; step++) {
                recordings.get(step).record(nanos[step]);
                sum += nanos[step];
            }
            total.record(sum);
        }
        task.end();
        if (steps.size() > 1) {
            recordings.add(total);
        }
        return recordings;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
