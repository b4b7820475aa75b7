package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Published;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperResultsTest {
    /** The paper's own split follows from its own figures, so ours is made as theirs. */
    @ParameterizedTest
    @CsvSource({"IIOP, 427, 80, 65, 283", "SOAP/HTTP, 172, 15, 13, 145", "JBoss Remoting, 233, 29, 16, 187"})
    void thePublishedFiguresGiveThePublishedSplit(
            String transport, long all, long demarcation, long context, long twoPhase) {
        Published commit = new TwoPhaseCommit().published();
        double context100 = millis(new ContextPropagation().published(), transport, "", "getInt100", PaperResults.CALL)
                - millis(new PlainInvocations().published(), transport, "", "getInt100", PaperResults.CALL);

        PaperResults.Split split = PaperResults.Split.of(
                millis(commit, transport, TwoPhaseCommit.NO_TRANSACTIONS, "transfer", PaperResults.TOTAL),
                millis(commit, transport, TwoPhaseCommit.LOG_ON, "transfer", PaperResults.TOTAL),
                millis(commit, transport, TwoPhaseCommit.LOG_ON, "transfer", "create"),
                millis(new Demarcation().published(), transport, "", "remote client", "commit"),
                context100);

        assertThat(List.of(
                        Math.round(split.all()),
                        Math.round(split.demarcation()),
                        Math.round(split.context()),
                        Math.round(split.twoPhase())))
                .containsExactly(all, demarcation, context, twoPhase);
    }

    private static double millis(Published published, String transport, String scenario, String subject, String step) {
        return published.find(transport, scenario, subject, step).orElseThrow().millis();
    }

    /** Three transports, the methods of the paper, and nothing of what only this lab calls. */
    @ParameterizedTest
    @CsvSource({"IIOP", "SOAP/HTTP", "JBoss Remoting"})
    void eachPublishedMethodHasAFigure(String transport) {
        for (Payload method : Payload.values()) {
            assertThat(new PlainInvocations()
                            .published()
                            .find(transport, "", method.method(), PaperResults.CALL)
                            .isPresent())
                    .as(method.method())
                    .isEqualTo(method.isPublished());
        }
    }
}
