package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.result.Estimate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitTest {
    /** The paper's own split follows from its own figures, so ours is made as theirs. */
    @ParameterizedTest
    @CsvSource({"IIOP, 427, 80, 65, 283", "SOAP/HTTP, 172, 15, 13, 145", "JBoss Remoting, 233, 29, 16, 187"})
    void thePublishedFiguresGiveThePublishedSplit(
            String transport, long all, long demarcation, long context, long twoPhase) {
        Split split = Split.of(
                Estimate.exactly(PublishedFigures.commit(transport, Steps.TOTAL) / PublishedFigures.work(transport)),
                Estimate.exactly(PublishedFigures.work(transport)),
                Estimate.exactly(PublishedFigures.commit(transport, Steps.CREATE)),
                Estimate.exactly(PublishedFigures.demarcation(transport, Steps.COMMIT)),
                Estimate.exactly(PublishedFigures.contextMillis(transport, Payload.INT_100)));

        assertThat(List.of(split.all(), split.demarcation(), split.context(), split.twoPhase()))
                .extracting(each -> Math.round(each.value()))
                .containsExactly(all, demarcation, context, twoPhase);
    }

    /** What is not sure of a part is not sure of the rest either. */
    @Test
    void whatIsMeasuredTwiceIsAsSureAsBothTogether() {
        Estimate work = Estimate.exactly(100);
        Split split = Split.of(
                new Estimate(2, 0.03, true),
                work,
                new Estimate(20, 3, true),
                new Estimate(10, 4, true),
                Estimate.exactly(0));

        assertThat(split.all().half()).isEqualTo(3);
        assertThat(split.demarcation().half()).isCloseTo(5, within(1e-9));
        assertThat(split.twoPhase().half()).isCloseTo(Math.sqrt(34), within(1e-9));
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
