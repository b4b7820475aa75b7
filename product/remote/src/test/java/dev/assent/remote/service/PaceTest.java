package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.harness.Fast;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a method counts as short: after 16 short runs, and while no run of it takes long. */
@Fast
class PaceTest {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration SHORT_WORK = Duration.ofNanos(100_000);
    private static final Duration LONG_WORK = SHORT_WORK.plusNanos(1);
    private static final Duration LONG_WHOLE = Duration.ofNanos(1_000_001);

    private final AdjustableClock clock = new AdjustableClock();
    private final Pace pace = new Pace(clock);

    @BeforeEach
    void startLate() {
        clock.advance(Duration.ofHours(1)); // a node's clock does not begin at 0
    }

    private void run(Duration work, Duration reply) {
        pace.<String>run(
                told -> {
                    clock.advance(work);
                    told.accept("done");
                },
                result -> clock.advance(reply));
    }

    private void run(int times) {
        for (int i = 0; i < times; i++) {
            run(NONE, NONE);
        }
    }

    @Test
    void isShort_fewRuns_isFalseUntilThereAreEnough() {
        assertThat(pace.isShort()).isFalse();
        run(15);
        assertThat(pace.isShort()).isFalse();
        run(1);
        assertThat(pace.isShort()).isTrue();
        run(100);
        assertThat(pace.isShort()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"100000, 900000, true", "100001, 0, false", "0, 1000000, true", "100000, 900001, false"})
    void isShort_theLastRunTookSoLong_dependsOnItsWorkAndOnTheWhole(long workNanos, long replyNanos, boolean isShort) {
        run(15);
        run(Duration.ofNanos(workNanos), Duration.ofNanos(replyNanos));
        assertThat(pace.isShort()).isEqualTo(isShort);
    }

    @Test
    void isShort_aRunWasLong_countsAnew() {
        run(1_000);
        run(LONG_WORK, NONE);
        run(15);
        assertThat(pace.isShort()).isFalse();
        run(1);
        assertThat(pace.isShort()).isTrue();
    }

    /** Another thread asks meanwhile. */
    @Test
    void isShort_aRunGoesOn_isFalseOnceItsWorkTakesLong() {
        run(16);
        List<Boolean> seen = new ArrayList<>();
        pace.<String>run(
                told -> {
                    seen.add(pace.isShort());
                    clock.advance(SHORT_WORK);
                    seen.add(pace.isShort());
                    clock.advance(Duration.ofNanos(1));
                    seen.add(pace.isShort());
                    told.accept("done");
                    seen.add(pace.isShort());
                },
                result -> {});
        seen.add(pace.isShort());
        assertThat(seen).containsExactly(true, true, false, true, false);
    }

    /** It hands on the result, which takes no thread for long. */
    @Test
    void isShort_aRunHandsOnItsResult_isTrueMeanwhile() {
        run(16);
        List<Boolean> seen = new ArrayList<>();
        pace.<String>run(told -> told.accept("done"), result -> {
            clock.advance(LONG_WHOLE);
            seen.add(pace.isShort());
        });
        seen.add(pace.isShort());
        assertThat(seen).containsExactly(true, false);
    }

    @Test
    void run_theResultComesLater_onlyTheTimeUntilItReturnsCounts() {
        run(15);
        AtomicReference<Consumer<String>> later = new AtomicReference<>();
        List<String> results = new ArrayList<>();
        pace.<String>run(
                told -> {
                    clock.advance(SHORT_WORK);
                    later.set(told);
                },
                results::add);
        assertThat(pace.isShort()).isTrue();
        clock.advance(LONG_WORK);
        assertThat(pace.isShort()).as("nothing of it runs").isTrue();
        later.get().accept("done");
        assertThat(results).containsExactly("done");
        assertThat(pace.isShort()).isTrue();
    }

    @Test
    void run_theResultComesLaterAndItTookLong_countsAnew() {
        run(16);
        pace.run(told -> clock.advance(LONG_WORK), result -> {});
        assertThat(pace.isShort()).isFalse();
    }

    @Test
    void run_workThrows_theCallerGetsItAndItsTimeCounts() {
        run(16);
        assertThatThrownBy(() -> pace.run(
                        told -> {
                            throw new IllegalStateException("a bug");
                        },
                        result -> {}))
                .hasMessage("a bug");
        assertThat(pace.isShort()).isTrue();
        assertThatThrownBy(() -> pace.run(
                        told -> {
                            clock.advance(LONG_WORK);
                            throw new IllegalStateException("a bug");
                        },
                        result -> {}))
                .hasMessage("a bug");
        assertThat(pace.isShort()).isFalse();
    }
}
