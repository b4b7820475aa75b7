package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
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
}
