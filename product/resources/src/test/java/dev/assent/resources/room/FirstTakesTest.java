package dev.assent.resources.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.harness.Fast;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One thread takes, the others of its transaction wait. */
@Fast
class FirstTakesTest {
    private static final long LONG_NANOS = 600_000_000_000L;

    private final FirstTakes<String> takes = new FirstTakes<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private FirstTakes<String>.Turn take(String transaction) throws InterruptedException {
        return Objects.requireNonNull(takes.await(transaction, LONG_NANOS));
    }

    @Test
    void anotherThread_waitsForItsTurn() throws Exception {
        FirstTakes<String>.Turn first = take("a");
        Future<?> second = threads.submit(() -> {
            take("a").close();
            return null;
        });
        Thread.yield();
        assertThat(second.isDone()).isFalse();
        first.close();
        second.get();
        assertThat(takes.size()).as("nothing is kept").isZero();
    }

    @Test
    void aThreadOfAnotherTransaction_waitsForNobody() throws Exception {
        FirstTakes<String>.Turn first = take("a");
        threads.submit(() -> {
                    take("b").close();
                    return null;
                })
                .get();
        first.close();
        assertThat(takes.size()).isZero();
    }

    @Test
    void itsTimeIsOver_isNoTurn() throws Exception {
        FirstTakes<String>.Turn first = take("a");
        assertThat(threads.submit(() -> takes.await("a", 1)).get()).isNull();
        first.close();
        assertThat(takes.size()).isZero();
    }

    @Test
    void interrupted_leaves() throws Exception {
        FirstTakes<String>.Turn first = take("a");
        Future<?> second = threads.submit(() -> take("a"));
        threads.shutdownNow();
        await().until(second::isDone);
        first.close();
        assertThat(takes.size()).isZero();
    }
}
