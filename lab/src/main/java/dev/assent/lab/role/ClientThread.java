package dev.assent.lab.role;

import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Task;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A thread with a task: the same thread does all its work, so a transaction may belong to it. {@link #task} and {@link
 * #run} are for what was submitted.
 */
final class ClientThread implements AutoCloseable {
    private final Task task;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicLong iterations = new AtomicLong();

    ClientThread(Task task) {
        this.task = task;
    }

    Task task() {
        return task;
    }

    /** One iteration. */
    void run(StepObserver observer) throws Exception {
        task.run(observer);
        // no other thread writes it
        iterations.lazySet(iterations.get() + 1);
    }

    /** How many it has done. May be called by any thread. */
    long iterations() {
        return iterations.get();
    }

    /** From now on the thread does this, after what it does already. */
    <T> CompletableFuture<T> submit(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        thread.execute(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable failed) {
                result.completeExceptionally(failed);
            }
        });
        return result;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
