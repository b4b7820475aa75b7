package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report on experiment 4. */
@Fast
class CommitSectionTest {
    private static List<String> differences(MadeUpRun run) {
        return new CommitSection(run.results(), new CommitPath(run.results(), List.of())).differences();
    }

    @Test
    void aPeerIsHeldAgainstOursOfTheSameStandard() {
        double ours = PublishedFigures.commit(PublishedFigures.SOAP, "total");
        MadeUpRun run = MadeUpRun.ofPaper().commit("narayana-xts", TwoPhaseCommit.LOG_ON, "total", 3 * ours);

        assertThat(differences(run))
                .filteredOn(each -> each.contains("narayana"))
                .singleElement()
                .asString()
                .matches(
                        "With Derby a transaction over narayana-xts takes (2\\.99|3\\.0\\d*) ± 0\\.0\\d+ times as long as"
                                + " over soap, in all\\.");
    }

    @Test
    void withoutAPeerNothingIsSaidOfIt() {
        assertThat(differences(MadeUpRun.ofPaper())).noneMatch(each -> each.contains("narayana"));
    }
}
