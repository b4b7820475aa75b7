package dev.assent.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assent.harness.Fast;
import dev.assent.lab.result.Comparison.Verdict;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Fast
class ComparisonTest {
    private static Summary of(int repeats, int clients, double mean, double bytes, boolean isNoisy) {
        return of(repeats, clients, mean, bytes, isNoisy, true);
    }

    private static Summary of(int repeats, int clients, double mean, double bytes, boolean isNoisy, boolean isExact) {
        Measure.Key key = new Measure.Key("clients", "native", "postgresql", "log on", "transfer", clients, "total");
        return Summary.of(IntStream.rangeClosed(1, repeats)
                .mapToObj(repeat -> {
                    double own = mean + repeat * 0.1;
                    Distribution time = new Distribution(100, own, own - 0.1, own + 0.1, own, 2 * own, 1, 0, 0);
                    return new Measure(key, repeat, 1, time, 1e6 * clients / own, bytes, 2, isExact, isNoisy ? 1 : 0);
                })
                .toList());
    }

    private static List<Verdict> verdicts(Summary before, Summary after) {
        return Comparison.of("it", before, after).stream()
                .map(Comparison::verdict)
                .toList();
    }

    @Test
    void ofOneStartNothingIsKnownHoweverNarrowItsInterval() {
        assertThat(verdicts(of(1, 1, 100, 500, false), of(1, 1, 200, 500, false)))
                .containsExactly(Verdict.UNREPEATED);
        assertThat(verdicts(of(3, 1, 100, 500, false), of(2, 1, 200, 500, false)))
                .containsExactly(Verdict.UNREPEATED);
    }

    @Test
    void threeRepeatsTellWhatIsBeyondNoise() {
        assertThat(verdicts(of(3, 1, 100, 500, false), of(3, 1, 101, 500, false)))
                .containsExactly(Verdict.BEYOND_NOISE);
        assertThat(verdicts(of(3, 1, 100, 500, false), of(3, 1, 100.1, 500, false)))
                .containsExactly(Verdict.SAME);
        assertThat(verdicts(of(3, 1, 100, 500, true), of(3, 1, 101, 500, false)))
                .containsExactly(Verdict.UNSTEADY);
    }

    @Test
    void ofManyClientsThroughputIsComparedToo() {
        assertThat(Comparison.of("it", of(3, 4, 100, 500, false), of(3, 4, 120, 500, false)))
                .extracting(Comparison::name, Comparison::verdict)
                .containsExactly(tuple("it, us", Verdict.BEYOND_NOISE), tuple("it, a second", Verdict.BEYOND_NOISE));
    }

    /** One repeat is enough for a count, which has no noise. */
    @Test
    void bytesThatDifferAreToldOfAndOthersAreNot() {
        assertThat(Comparison.of("it", of(1, 1, 100, 500, false), of(1, 1, 100, 520, true)))
                .extracting(Comparison::name, Comparison::verdict, Comparison::isOfTime)
                .containsExactly(tuple("it, us", Verdict.UNREPEATED, true), tuple("it, bytes", Verdict.COUNTED, false));
        assertThat(Comparison.of("it", of(3, 1, 100, 500, false), of(3, 1, 100, 501, false)))
                .extracting(Comparison::name)
                .containsExactly("it, us");
    }

    @Test
    void bytesOfOthersAmongThemMakeThemUnsure() {
        assertThat(verdicts(of(3, 1, 100, 500, false, false), of(3, 1, 100, 520, false)))
                .containsExactly(Verdict.SAME, Verdict.INEXACT);
    }

    @Test
    void whatWasNotCountedIsNotCompared() {
        assertThat(verdicts(of(3, 1, 100, Double.NaN, false), of(3, 1, 100, 520, false)))
                .containsExactly(Verdict.SAME);
    }
}
