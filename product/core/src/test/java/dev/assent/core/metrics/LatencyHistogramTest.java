package dev.assent.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.MetricsSnapshot;
import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class LatencyHistogramTest {
    private final LatencyHistogram histogram = new LatencyHistogram();

    @Test
    void aBucketIsNeverTooSmallAndTooLargeByLessThanASixteenth() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            long nanos = random.nextLong(1L << random.nextInt(1, 42));
            long upper = LatencyHistogram.upperNanos(LatencyHistogram.bucket(nanos));
            assertThat(upper).isGreaterThanOrEqualTo(nanos);
            assertThat(upper - nanos).isLessThanOrEqualTo(nanos / 16);
        }
    }

    @Test
    void bucketsFollowEachOtherWithoutGapOrOverlap() {
        long last = LatencyHistogram.bucket(LatencyHistogram.NANOS_MAX);
        for (int bucket = 0; bucket < last; bucket++) {
            long upper = LatencyHistogram.upperNanos(bucket);
            assertThat(LatencyHistogram.bucket(upper)).isEqualTo(bucket);
            assertThat(LatencyHistogram.bucket(upper + 1)).isEqualTo(bucket + 1);
        }
        assertThat(LatencyHistogram.upperNanos((int) last)).isEqualTo(LatencyHistogram.NANOS_MAX);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 0.9, 0.99, 1})
    void quantilesAreThoseOfTheSortedLatenciesWithinTheBound(double share) {
        SplittableRandom random = new SplittableRandom(2);
        long[] all = random.longs(5_000, 100, 50_000_000).toArray();
        Arrays.stream(all).forEach(histogram::record);
        Arrays.sort(all);
        long exact = all[(int) Math.ceil(share * all.length) - 1];
        assertThat(histogram.snapshot().quantileNanos(share)).isBetween(exact, exact + exact / 16);
        assertThat(histogram.snapshot().meanNanos())
                .isEqualTo(Arrays.stream(all).sum() / all.length);
    }

    @Test
    void soManyAreBelowAPowerOfTwoExactly() {
        long[] all = new SplittableRandom(3).longs(5_000, 0, 50_000_000).toArray();
        Arrays.stream(all).forEach(histogram::record);
        MetricsSnapshot.Latency snapshot = histogram.snapshot();
        for (int power = 0; power < 63; power++) {
            long limit = 1L << power;
            assertThat(snapshot.countBelow(limit))
                    .isEqualTo(Arrays.stream(all).filter(each -> each < limit).count());
        }
        assertThat(snapshot.countBelow(-1)).isZero();
        assertThat(snapshot.countBelow(Long.MAX_VALUE)).isEqualTo(snapshot.count());
        assertThat(snapshot.sumNanos()).isEqualTo(Arrays.stream(all).sum());
    }

    @Test
    void nothingIsLostWhenThreadsRecordAtTheSameTime() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(new Thread(() -> {
                for (int n = 1; n <= 20_000; n++) {
                    histogram.record(n);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        assertThat(histogram.snapshot().count()).isEqualTo(160_000);
        assertThat(histogram.snapshot().meanNanos()).isEqualTo(10_000);
    }

    @Test
    void whatIsOutOfRangeCountsAtItsEdge() {
        histogram.record(-5);
        histogram.record(Long.MAX_VALUE);
        MetricsSnapshot.Latency snapshot = histogram.snapshot();
        assertThat(snapshot.quantileNanos(0.5)).isZero();
        assertThat(snapshot.maxNanos()).isEqualTo(LatencyHistogram.NANOS_MAX);
    }

    @Test
    void aDifferenceHasOnlyWhatCameBetween() {
        histogram.record(10);
        MetricsSnapshot.Latency before = histogram.snapshot();
        histogram.record(1_000_000);
        MetricsSnapshot.Latency between = histogram.snapshot().since(before);
        assertThat(between.count()).isEqualTo(1);
        assertThat(between.meanNanos()).isEqualTo(1_000_000);
        assertThat(between.quantileNanos(0.01)).isGreaterThanOrEqualTo(1_000_000);
    }

    @Test
    void withoutLatenciesAllIsZero() {
        MetricsSnapshot.Latency none = histogram.snapshot();
        assertThat(new long[] {none.count(), none.meanNanos(), none.quantileNanos(0.5), none.maxNanos()})
                .containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1.01, Double.NaN})
    void aShareThatIsNoneIsRefused(double share) {
        assertThatThrownBy(() -> histogram.snapshot().quantileNanos(share))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("above 0 and up to 1");
    }
}
