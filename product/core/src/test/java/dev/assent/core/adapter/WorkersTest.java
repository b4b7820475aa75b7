package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@Fast
class WorkersTest {
    @Test
    void everyThreadHasANameOfItsOwnWhateverTheJdk() throws Exception {
        ExecutorService workers = Workers.create(2);
        try {
            CyclicBarrier bothRun = new CyclicBarrier(2);
            Callable<String> name = () -> {
                bothRun.await();
                return Thread.currentThread().getName();
            };
            Future<String> one = workers.submit(name);
            Future<String> other = workers.submit(name);
            assertThat(one.get()).matches("assent-worker-\\d+").isNotEqualTo(other.get());
            assertThat(other.get()).matches("assent-worker-\\d+");
        } finally {
            workers.shutdownNow();
        }
    }

    @Test
    void aThreadOfAnyKindKeepsNoProcessAlive() throws Exception {
        ExecutorService workers = Workers.create(2);
        ExecutorService daemons = Workers.daemons("assent-test-", 1);
        try {
            FutureTask<Boolean> areDaemons = new FutureTask<>(() -> {
                Callable<Boolean> isDaemon = () -> Thread.currentThread().isDaemon();
                return workers.submit(isDaemon).get()
                        && daemons.submit(isDaemon).get();
            });
            Thread main = new Thread(areDaemons);
            main.setDaemon(false); // a thread is what the one is that has made it
            main.start();
            assertThat(areDaemons.get()).isTrue();
        } finally {
            workers.shutdownNow();
            daemons.shutdownNow();
        }
    }

    @Test
    void await_isInterrupted_goesOnAndTellsItsCaller() {
        AtomicInteger looks = new AtomicInteger();
        Thread.currentThread().interrupt();
        Workers.await(() -> looks.incrementAndGet() == 3, Long.MAX_VALUE / 2 + System.nanoTime());
        assertThat(looks).hasValue(3);
        assertThat(Thread.interrupted()).isTrue();

        Workers.await(() -> true, System.nanoTime());
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void await_theEndHasCome_givesUp() {
        Workers.await(() -> false, System.nanoTime());
    }
}
