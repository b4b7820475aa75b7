package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The time that counts for throughput. */
@Fast
class WindowTest {
    private final AtomicLong done = new AtomicLong(1_000);

    @Test
    void whatWasDoneBeforeAllWereThereAndAfterTheLastDoesNotCount() {
        Window window = new Window(1, done::get);
        long before = System.nanoTime();
        window.enter();
        done.addAndGet(50);
        window.leave();
        double seconds = (System.nanoTime() - before) / 1e9;
        done.addAndGet(1_000_000);

        assertThat(window.isOver()).isTrue();
        assertThat(window.perSecond()).isFinite().isGreaterThanOrEqualTo(50 / seconds);
        assertThat(window.perSecond() * seconds).isLessThan(1_000_000);
    }

    @Test
    void itIsOverOnceTheLastOneHasDoneItsPart() throws Exception {
        Window window = new Window(2, done::get);
        CompletableFuture<Void> other = CompletableFuture.runAsync(window::enter);
        window.enter();
        other.get();

        window.leave();
        assertThat(window.isOver()).isFalse();
        window.leave();
        assertThat(window.isOver()).isTrue();
    }

    @Test
    void whoWaitsForOneThatDoesNotComeIsTold() {
        Window window = new Window(2, done::get);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(window::enter);
        window.close();

        assertThatThrownBy(waiting::join).hasRootCauseInstanceOf(CancellationException.class);
        assertThatThrownBy(window::enter).isInstanceOf(CancellationException.class);
    }
}
