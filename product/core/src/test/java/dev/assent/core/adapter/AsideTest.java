package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@Fast
class AsideTest {
    private final SystemClock clock = SystemClock.INSTANCE;
    private final Aside aside = new Aside("aside-test");

    @Test
    void await_workThatReturnsMeanwhile_isWaitedFor() {
        Thread caller = Thread.currentThread();
        aside.run("patient", () -> {
            while (caller.getState() == Thread.State.RUNNABLE) {
                Thread.onSpinWait();
            }
        });

        assertThat(aside.await(clock.nanos() + TimeUnit.HOURS.toNanos(1))).isEmpty();
        assertThat(aside.failures()).isEmpty();
    }

    @Test
    void await_theTimeIsOver_namesTheWorkThatHasNotReturned() {
        Semaphore end = new Semaphore(0);
        try {
            aside.run("hung", end::acquireUninterruptibly);
            aside.run("failing", () -> {
                throw new IllegalStateException("told");
            });
            assertThat(aside.await(clock.nanos() + TimeUnit.MILLISECONDS.toNanos(100)))
                    .contains("hung");
        } finally {
            end.release();
        }

        assertThat(aside.await(clock.nanos() + TimeUnit.HOURS.toNanos(1))).isEmpty();
        assertThat(aside.failures()).containsOnlyKeys("failing");
    }
}
