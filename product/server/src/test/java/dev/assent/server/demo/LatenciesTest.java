package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@Fast
class LatenciesTest {
    @Test
    void percentilesAreExact() {
        long[] oneToHundredMillis =
                LongStream.rangeClosed(1, 100).map(i -> (101 - i) * 1_000_000).toArray();
        Latencies latencies = new Latencies(oneToHundredMillis);
        assertThat(latencies.percentileMillis(0.5)).isEqualTo(50);
        assertThat(latencies.percentileMillis(0.99)).isEqualTo(99);
        assertThat(latencies.percentileMillis(0.991)).isEqualTo(100);
        assertThat(latencies.percentileMillis(1)).isEqualTo(100);
        assertThat(latencies.meanMillis()).isEqualTo(50.5);
    }

    @Test
    void oneOrNoneIsEnough() {
        assertThat(new Latencies(new long[] {2_000_000}).percentileMillis(0.01)).isEqualTo(2);
        assertThat(new Latencies(new long[0]).percentileMillis(0.5)).isZero();
        assertThat(new Latencies(new long[0]).meanMillis()).isZero();
    }
}
