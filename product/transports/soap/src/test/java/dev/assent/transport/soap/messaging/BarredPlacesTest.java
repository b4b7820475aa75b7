package dev.assent.transport.soap.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.observe.Notices;
import dev.assent.harness.Fast;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What operators read of addresses that may not be called. */
@Fast
class BarredPlacesTest {
    private static final int PLACES_MAX = 10;

    private final AdjustableClock clock = new AdjustableClock();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** Keeps the notices. */
    private class Recorded implements Notices {
        @Override
        public void info(String text) {
            throw new AssertionError(text);
        }

        @Override
        public void warning(String text) {
            lines.add(text);
        }
    }

    /** A log may be slow, as one on a full disk: nobody else waits for it. */
    @Test
    void tell_logWaits_keepsNoOtherCallerWaiting() throws Exception {
        CountDownLatch isLogging = new CountDownLatch(1);
        CompletableFuture<Void> isToldOfOther = new CompletableFuture<>();
        BarredPlaces places = new BarredPlaces(
                new Recorded() {
                    @Override
                    public void warning(String text) {
                        if (text.contains("first")) {
                            isLogging.countDown();
                            isToldOfOther
                                    .orTimeout(Waiting.MILLIS_MAX, TimeUnit.MILLISECONDS)
                                    .join();
                        }
                        super.warning(text);
                    }
                },
                clock);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> places.tell("http://first.example/a"));
        isLogging.await();
        places.tell("http://other.example/a");
        isToldOfOther.complete(null);
        first.get();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("http://other.example");
    }

    @Test
    void tell_manyPlaces_namesFewAndSaysSoOnceAMinute() {
        BarredPlaces places = new BarredPlaces(new Recorded(), clock);
        for (int i = 0; i < 100; i++) {
            places.tell("http://h" + i + ".example/a");
            places.tell("http://h" + i + ".example/a");
        }
        assertThat(lines).hasSize(PLACES_MAX + 1);
        assertThat(lines.get(PLACES_MAX)).contains(String.valueOf(PLACES_MAX));
        clock.advance(Duration.ofMinutes(1));
        places.tell("http://h0.example/a");
        assertThat(lines).hasSize(PLACES_MAX + 2);
    }
}
