package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assent.harness.Fast;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Measure;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Fast
class SplitTest {
    private static final LabDatabase DERBY = LabDatabase.of("derby");

    /** The paper's own split follows from its own figures, so ours is made as theirs. */
    @ParameterizedTest
    @CsvSource({"IIOP, 427, 80, 65, 283", "SOAP/HTTP, 172, 15, 13, 145", "JBoss Remoting, 233, 29, 16, 187"})
    void thePublishedFiguresGiveThePublishedSplit(
            String transport, long all, long demarcation, long context, long twoPhase) {
        Split split = Split.of(
                List.of(new Split.Times(
                        PublishedFigures.commit(transport, Steps.TOTAL),
                        PublishedFigures.work(transport),
                        PublishedFigures.commit(transport, Steps.CREATE),
                        PublishedFigures.demarcation(transport, Steps.COMMIT),
                        PublishedFigures.contextMillis(transport, Payload.INT_100))),
                true);

        assertThat(List.of(split.all(), split.demarcation(), split.context(), split.twoPhase()))
                .extracting(each -> Math.round(each.value()))
                .containsExactly(all, demarcation, context, twoPhase);
    }

    /** If a whole repeat is slower, that changes no share. */
    @Test
    void repeatsThatAreSlowerAsAWholeHaveTheSameSplit() {
        Split split = Split.of(
                Stream.of(1, 2, 5)
                        .map(slower ->
                                new Split.Times(250 * slower, 100 * slower, 20 * slower, 10 * slower, 5 * slower))
                        .toList(),
                true);

        assertThat(split.all().value()).isCloseTo(150, within(1e-9));
        assertThat(split.demarcation().value()).isCloseTo(30, within(1e-9));
        assertThat(split.context().value()).isCloseTo(10, within(1e-9));
        assertThat(split.twoPhase().value()).isCloseTo(110, within(1e-9));
        assertThat(List.of(split.all(), split.demarcation(), split.context(), split.twoPhase()))
                .allSatisfy(each -> assertThat(each.half()).isCloseTo(0, within(1e-9)))
                .allSatisfy(each -> assertThat(each.isSure()).isTrue());
    }

    /** Shares of 30, 40 and 50 %, by Student's t with two degrees of freedom. */
    @Test
    void whatDiffersBetweenRepeatsIsInTheInterval() {
        Split split = Split.of(
                Stream.of(20, 30, 40)
                        .map(create -> new Split.Times(250, 100, create, 10, 0))
                        .toList(),
                true);

        assertThat(split.demarcation().value()).isCloseTo(40, within(1e-9));
        assertThat(split.demarcation().half()).isCloseTo(4.303 * 10 / Math.sqrt(3), within(1e-2));
    }

    @Test
    void withFewerThanThreeRepeatsNothingIsSure() {
        Split split = Split.of(List.of(new Split.Times(250, 100, 20, 10, 5)), true);

        assertThat(split.all()).isEqualTo(new Estimate(150, Double.NaN, false));
    }

    /** Times of different repeats are not subtracted from each other. */
    @Test
    void onlyRepeatsThatCountInAllAreSplit() {
        MadeUpRun run = MadeUpRun.ofPaper();
        Measure.Key create = TwoPhaseCommit.key("native", DERBY, TwoPhaseCommit.LOG_ON, Steps.CREATE);
        run.without(create::equals);
        run.add(create, 2, 10_000, true);

        Split split = run.results().split("native", DERBY).orElseThrow();
        assertThat(split.demarcation().value())
                .isCloseTo(100 * (10 + 0.43) / PublishedFigures.work(PublishedFigures.JBOSS_REMOTING), within(0.5));
        assertThat(split.demarcation().isSure()).isFalse();
        run.without(create::equals);
        run.add(create, 4, 10_000, true);
        assertThat(run.results().split("native", DERBY)).isEmpty();
    }

    /** Three transports, the methods of the paper, and nothing of what only this lab calls. */
    @ParameterizedTest
    @CsvSource({"IIOP", "SOAP/HTTP", "JBoss Remoting"})
    void eachPublishedMethodHasAFigure(String transport) {
        for (Payload method : Payload.values()) {
            assertThat(new PlainInvocations()
                            .published()
                            .find(transport, method.method())
                            .isPresent())
                    .as(method.method())
                    .isEqualTo(method.isPublished());
        }
    }
}
