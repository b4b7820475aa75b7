package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The timer goes on, whatever a tick or the report of its failure throws. */
@Fast
class TickerTest {
    private static final int TICKS = 5;

    private final CountDownLatch ticked = new CountDownLatch(TICKS);

    private void runUntilTicked(Runnable tick, Consumer<Throwable> onFailure) throws InterruptedException {
        Runnable counted = () -> {
            ticked.countDown();
            tick.run();
        };
        try (Ticker ticker = new Ticker("ticker of a test", 1, counted, onFailure)) {
            assertThat(ticker).isNotNull();
            ticked.await();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable any) throws T {
        throw (T) any;
    }

    @Test
    void tick_throwsAnything_theNextComes() throws Exception {
        List<Throwable> kinds = List.of(
                new Exception("checked"),
                new InterruptedException("interrupted"),
                new OutOfMemoryError("memory"),
                new StackOverflowError("stack"),
                new Throwable("bare"));
        AtomicInteger next = new AtomicInteger();
        runUntilTicked(() -> TickerTest.<Error>raise(kinds.get(next.getAndIncrement() % kinds.size())), failed -> {});
    }

    /** As while the heap is full. */
    @Test
    void tick_theReportOfItsFailureThrows_theNextComes() throws Exception {
        runUntilTicked(
                () -> {
                    throw new OutOfMemoryError("of a test, in the tick");
                },
                failed -> {
                    throw new OutOfMemoryError("of a test, in the report");
                });
    }

    @Test
    void tick_aClassIsMissingInTheReport_theNextComes() throws Exception {
        runUntilTicked(
                () -> {
                    throw new NoClassDefFoundError("of a test, in the tick");
                },
                failed -> {
                    throw new ExceptionInInitializerError(failed);
                });
    }

    @Test
    void tick_leavesItsThreadInterrupted_waitsBeforeTheNextOne() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        runUntilTicked(
                () -> {
                    if (Thread.currentThread().isInterrupted()) {
                        interrupted.incrementAndGet();
                    }
                    Thread.currentThread().interrupt();
                },
                failed -> {});
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void tick_failsAgainAndAgain_isReportedOnce() throws Exception {
        List<Throwable> reported = new ArrayList<>();
        runUntilTicked(
                () -> {
                    throw new IllegalStateException("of a test");
                },
                reported::add);
        assertThat(reported).hasSize(1);
    }
}
