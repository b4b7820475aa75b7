package dev.assent.transport.nativewire.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.observe.Notices;
import dev.assent.harness.Fast;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A process that is refused again and again does not fill the log. */
@Fast
class SparingNoticesTest {
    private final RecordingNotices told = new RecordingNotices();
    private final AtomicLong nanos = new AtomicLong(-5);
    private final SparingNotices notices = new SparingNotices(told, nanos::get);

    private void warn(int count) {
        for (int i = 0; i < count; i++) {
            notices.warning("refused " + i);
        }
    }

    @Test
    void aMinuteHasNoMoreThanItsLinesAndOneThatSaysSo() {
        warn(10 * SparingNotices.LINES_MAX);
        assertThat(told.all()).hasSize(SparingNotices.LINES_MAX + 1);
        assertThat(told.of(8117)).hasSize(1);
        notices.info("news");
        assertThat(told.all()).endsWith("info: news");
    }

    @Test
    void theNextMinuteHasItsOwn() {
        warn(10 * SparingNotices.LINES_MAX);
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1) + 1);
        warn(5);
        assertThat(told.all()).hasSize(SparingNotices.LINES_MAX + 6).endsWith("warning: refused 4");
    }

    /** A log may be slow, as one on a full disk: nobody else waits for it. */
    @Test
    void warning_logWaits_keepsNoOtherCallerWaiting() throws Exception {
        CountDownLatch isLogging = new CountDownLatch(1);
        CompletableFuture<Void> isToldOfOther = new CompletableFuture<>();
        Notices slow = new Notices() {
            @Override
            public void info(String text) {
                told.info(text);
            }

            @Override
            public void warning(String text) {
                if (text.equals("first")) {
                    isLogging.countDown();
                    isToldOfOther
                            .orTimeout(Waiting.MILLIS_MAX, TimeUnit.MILLISECONDS)
                            .join();
                }
                told.warning(text);
            }
        };
        SparingNotices sparing = new SparingNotices(slow, nanos::get);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> sparing.warning("first"));
        isLogging.await();
        sparing.warning("other");
        isToldOfOther.complete(null);
        first.get();
        assertThat(told.all()).containsExactly("warning: other", "warning: first");
    }
}
