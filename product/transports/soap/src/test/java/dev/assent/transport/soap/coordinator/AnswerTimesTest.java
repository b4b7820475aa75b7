package dev.assent.transport.soap.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.time.Pause;
import dev.assent.harness.Fast;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When an answer is late. */
@Fast
class AnswerTimesTest {
    private final AdjustableClock clock = new AdjustableClock();
    private final AnswerTimes times = new AnswerTimes(clock);

    private void hear(int answers, Duration each) {
        for (int i = 0; i < answers; i++) {
            long since = clock.nanos();
            clock.advance(each);
            times.heard(since);
        }
    }

    private Duration first() {
        Pause first = times.first(clock.nanos());
        assertThat(first.untilNanos()).isEqualTo(clock.nanos() + first.nanos());
        return Duration.ofNanos(first.nanos());
    }

    @Test
    void first_nobodyHasAnswered_isTheLongest() {
        assertThat(first()).isEqualTo(Duration.ofSeconds(5));
    }

    /** One answer of 0.3 s: 0.3 + 4 * 0.15. */
    @ParameterizedTest
    @CsvSource({"1, 300, 900", "100, 300, 500", "100, 700, 700", "1, 1, 500", "1, 60000, 5000", "100, 60000, 5000"})
    void first_someHaveAnswered_isTheirTimeAndItsDeviation(int answers, long millis, long late) {
        hear(answers, Duration.ofMillis(millis));
        assertThat(first()).isBetween(Duration.ofMillis(late), Duration.ofMillis(late + 1));
    }

    @Test
    void first_oneWasLateAndOthersQuick_isShortAgain() {
        hear(1, Duration.ofSeconds(60));
        hear(100, Duration.ofMillis(10));
        assertThat(first()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void next_isTwiceAsLongUpToTheLongest() {
        hear(1, Duration.ofMillis(500));
        Pause pause = times.first(0);
        assertThat(pause.nanos()).isEqualTo(Duration.ofMillis(1_500).toNanos());
        pause = AnswerTimes.next(pause, 7);
        assertThat(pause)
                .isEqualTo(new Pause(
                        Duration.ofSeconds(3).toNanos(), Duration.ofSeconds(3).toNanos() + 7));
        assertThat(AnswerTimes.next(pause, 7).nanos())
                .isEqualTo(Duration.ofSeconds(5).toNanos());
    }
}
