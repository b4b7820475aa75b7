package dev.assent.transport.iiop.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Idle threads work before others are started. */
@Fast
class ThreadsTest {
    private static final int MAX = 200;

    private final ExecutorService threads = Threads.upTo(MAX, "assent-iiop-test");

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void workThatComesOneAfterTheOtherNeedsFewThreads() throws Exception {
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < MAX; i++) {
            threads.submit(() -> used.add(Thread.currentThread())).get();
        }
        assertThat(used).hasSizeLessThan(MAX / 4);
    }

    @Test
    void workThatFindsAllBusyWaitsForItsTurn() throws Exception {
        CountDownLatch busy = new CountDownLatch(MAX);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(2 * MAX);
        for (int i = 0; i < 2 * MAX; i++) {
            threads.execute(() -> {
                busy.countDown();
                try {
                    go.await();
                } catch (InterruptedException ended) {
                    return;
                }
                done.countDown();
            });
        }
        busy.await();
        assertThat(done.getCount()).isEqualTo(2 * MAX);
        go.countDown();
        done.await();
    }
}
