package dev.assent.transport.soap.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.addressing.EndpointReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose answers count for whom. */
@Fast
class PlaceTimesTest {
    private static final EndpointReference PLACE = new EndpointReference("http://127.0.0.1:4711/a");

    private final AdjustableClock clock = new AdjustableClock();
    private final PlaceTimes times = new PlaceTimes(clock);

    private Duration first(EndpointReference endpoint) {
        return Duration.ofNanos(times.of(endpoint).first(clock.nanos()).nanos());
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:4711/b?c=d, 900",
        "http://127.0.0.1:4712/a, 5000",
        "https://127.0.0.2:4711/a, 5000",
        "not a URI, 5000",
        "urn:a:b, 5000"
    })
    void of_oneHasAnsweredIn300Millis_countsForItsHostAndPort(String other, long late) {
        times.of(PLACE).heard(clock.nanos() - Duration.ofMillis(300).toNanos());
        assertThat(first(new EndpointReference(other))).isEqualTo(Duration.ofMillis(late));
    }

    @Test
    void of_aThousandOthers_whoWasUsedLeastLatelyIsForgotten() {
        EndpointReference busy = new EndpointReference("http://127.0.0.1:1/");
        times.of(PLACE).heard(clock.nanos());
        times.of(busy).heard(clock.nanos());
        for (int i = 0; i < 1_000; i++) {
            times.of(new EndpointReference("http://10.0.0.1:" + (1_000 + i) + "/"));
            times.of(busy);
        }
        assertThat(first(busy)).isEqualTo(Duration.ofMillis(500));
        assertThat(first(PLACE)).isEqualTo(Duration.ofSeconds(5));
    }
}
