package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Borrowed work that throws says nothing about the outcome that its thread waits for, nor about the next one. */
@Fast
class ThreadWaiterTest {
    private final ThreadWaiter waiter = new ThreadWaiter();
    private final Error error = new OutOfMemoryError("another transaction's");

    private List<Throwable> uncaughtIn(Runnable waiting) {
        List<Throwable> uncaught = new ArrayList<>();
        Thread here = Thread.currentThread();
        Thread.UncaughtExceptionHandler before = here.getUncaughtExceptionHandler();
        here.setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        try {
            waiting.run();
        } finally {
            here.setUncaughtExceptionHandler(before);
        }
        return uncaught;
    }

    @Test
    void workThatThrowsAfterTheOutcome() {
        waiter.lend(() -> {
            waiter.done(Outcome.COMMITTED);
            throw error;
        });
        assertThat(uncaughtIn(() -> assertThat(waiter.await()).isEqualTo(Outcome.COMMITTED)))
                .containsExactly(error);
    }

    @Test
    void workThatThrowsAfterItLentMoreWork() {
        waiter.lend(() -> {
            waiter.lend(() -> waiter.done(Outcome.ROLLED_BACK));
            throw error;
        });
        assertThat(uncaughtIn(() -> assertThat(waiter.await()).isEqualTo(Outcome.ROLLED_BACK)))
                .containsExactly(error);
    }

    @Test
    void theErrorOfAnUnknownOutcomeIsThrown_andTheNextWaitIsClean() {
        waiter.lend(() -> {
            waiter.done(Outcome.UNKNOWN);
            throw error;
        });
        assertThatThrownBy(waiter::await).isSameAs(error);
        waiter.done(Outcome.COMMITTED);
        assertThat(waiter.await()).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void aWaitForACallbackIgnoresAWakeUpOfBefore_andRunsWork() {
        AtomicBoolean hasRun = new AtomicBoolean();
        waiter.wake();
        waiter.awaitCallback(over -> new Thread(() -> {
                    waiter.lend(() -> {
                        hasRun.set(true);
                        over.run();
                    });
                })
                .start());
        assertThat(hasRun).isTrue();
    }
}
