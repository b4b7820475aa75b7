package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@Fast
class BackgroundTest {
    private final CountDownLatch thaw = new CountDownLatch(1);

    /** Workers that fail to take anything. */
    private static final class NoWorkers extends AbstractExecutorService {
        private final Throwable why;
        private boolean isShutdown;

        NoWorkers(Throwable why) {
            this.why = why;
        }

        @Override
        public void execute(Runnable work) {
            if (why instanceof Error error) {
                throw error;
            }
            throw new RejectedExecutionException(why);
        }

        @Override
        public void shutdown() {
            isShutdown = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            isShutdown = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return isShutdown;
        }

        @Override
        public boolean isTerminated() {
            return isShutdown;
        }

        @Override
        public boolean awaitTermination(long time, TimeUnit unit) {
            return isShutdown;
        }
    }

    private static Background busy(int overflowMax) {
        return new Background(new NoWorkers(new IllegalStateException("all are busy")), overflowMax);
    }

    private static void close(Background background) {
        background.end(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Waiting.MILLIS_MAX));
        background.interrupt();
    }

    /** The name of the thread that runs it. */
    private static String runner(Background background) throws Exception {
        CompletableFuture<String> name = new CompletableFuture<>();
        background.execute(() -> name.complete(Thread.currentThread().getName()));
        return name.get();
    }

    /** Keeps one thread. */
    private void hang(Background background) throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        background.execute(() -> {
            hangs.countDown();
            try {
                thaw.await();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
        hangs.await();
    }

    @Test
    void execute_workerIsFree_workerRuns() throws Exception {
        Background background = new Background(Workers.create(1), 1);
        assertThat(runner(background)).matches("assent-worker-\\d+");
        close(background);
    }

    @Test
    void execute_allWorkersAndOverflowThreadsHang_anotherOverflowThreadRuns() throws Exception {
        Background background = busy(3);
        hang(background);
        hang(background);
        assertThat(runner(background)).matches("assent-overflow-\\d+");
        thaw.countDown();
        close(background);
    }

    @Test
    void execute_limitOfOverflowThreadsIsReached_callerRuns() throws Exception {
        Background background = busy(1);
        hang(background);
        assertThat(runner(background)).isEqualTo(Thread.currentThread().getName());
        assertThat(background.isTaken(() -> {})).isFalse();
        thaw.countDown();
        close(background);
    }

    @Test
    void execute_noWorkerCanBeStarted_overflowThreadRuns() throws Exception {
        Background background = new Background(new NoWorkers(new OutOfMemoryError("no thread")), 1);
        assertThat(runner(background)).matches("assent-overflow-\\d+");
        close(background);
    }

    @Test
    void execute_afterClose_callerRuns() throws Exception {
        Background background = new Background(Workers.create(1), 1);
        close(background);
        assertThat(runner(background)).isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void interrupt_overflowThreadHangs_itIsInterrupted() throws Exception {
        Background background = busy(1);
        CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        CountDownLatch hangs = new CountDownLatch(1);
        background.execute(() -> {
            hangs.countDown();
            try {
                thaw.await();
                isInterrupted.complete(false);
            } catch (InterruptedException closed) {
                isInterrupted.complete(true);
            }
        });
        hangs.await();
        background.end(System.nanoTime());
        background.interrupt();
        assertThat(isInterrupted.get()).isTrue();
    }
}
