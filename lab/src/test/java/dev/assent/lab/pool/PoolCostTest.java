package dev.assent.lab.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.Machine;
import dev.assent.lab.pool.PoolCost.Key;
import dev.assent.lab.pool.PoolCost.Row;
import dev.assent.lab.pool.PoolCost.Work;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The table of the pool's cost, its measurements, and the command that makes it. */
@Fast
class PoolCostTest {
    private static final Machine MACHINE = new Machine("a processor", 2, "a system", "a JVM", "abc");

    private static Row row(Work work, Subject subject, Double... nanos) {
        return new Row(
                new Key(work, 1, subject),
                List.of(nanos),
                List.of(3_000.0, 4_000.0, 5_000.0),
                List.of(7_000.0, 8_000.0, 9_000.0),
                List.of(10.0, 20.0, 30.0));
    }

    private static PoolCost cost(double assent) {
        return new PoolCost(List.of(
                row(Work.NO_OP, Subject.AGROAL, 100.0, 200.0, 5_000.0),
                row(Work.NO_OP, Subject.ASSENT, 100.0 + assent, 150.0 + assent, 5_010.0 + assent),
                row(Work.SELECT, Subject.BARE, 40_000.0, 50_000.0, 60_000.0),
                row(Work.SELECT, Subject.AGROAL, 45_000.0, 55_000.0, 65_000.0),
                row(Work.SELECT, Subject.ASSENT, 48_000.0, 58_000.0, 68_000.0),
                row(Work.COMMIT, Subject.ASSENT, 148_000.0, 158_000.0, 168_000.0),
                row(Work.COMMIT, Subject.ASSENT_UNASKED, 100_000.0, 110_000.0, 120_000.0)));
    }

    @Test
    void aDifferenceIsTheMedianOfTheDifferencesWithinARound() {
        String table = cost(1_000).toMarkdown(MACHINE, 3, 1);

        assertThat(table)
                .contains("| Agroal alone | 1 | 0.200 | 0.100 to 5.000 |  | 4.000 | 8.000 | 20 |")
                .contains("| Assent's pool | 1 | 1.150 | 1.100 to 6.010 | +1.000 | 4.000 | 8.000 | 20 |")
                .contains("| a bare connection, kept | 1 | 50.000 | 40.000 to 60.000 | -5.000 | 4.000 | 8.000 | 20 |")
                .contains("a processor, 2 cores; a system; a JVM; commit `abc`");
    }

    @Test
    void theCostOfTheQuestionIsTheDifferenceToTheSamePoolWithoutIt() {
        assertThat(cost(1_000).toMarkdown(MACHINE, 3, 1))
                .contains("us more than Assent's pool, lost-commit-limit-millis = 0")
                .contains("| Assent's pool | 1 | 158.000 | 148.000 to 168.000 | +48.000 | 4.000 | 8.000 | 20 |")
                .contains("| Assent's pool, lost-commit-limit-millis = 0 | 1 | 110.000 | 100.000 to 120.000 |  |");
    }

    @Test
    void onlyThePoolsOwnWorkDecidesWhetherTheClaimHolds() {
        assertThat(cost(1_000).holds()).isTrue();
        assertThat(cost(1_000).toMarkdown(MACHINE, 3, 1)).endsWith("that holds.\n");
        assertThat(cost(1_001).holds()).isFalse();
        assertThat(cost(1_001).toMarkdown(MACHINE, 3, 1)).endsWith("that DOES NOT HOLD.\n");
    }

    @Test
    void theTableSaysWhatThePromiseIsAboutAndWhatIsNoise() {
        assertThat(cost(1_000).toMarkdown(MACHINE, 3, 1))
                .contains("The promise is about the median time of taking and closing")
                .contains("There is none for `select 1`", "a few us either way is noise");
    }

    @ParameterizedTest
    @EnumSource(Subject.class)
    void everySubjectGivesConnectionsOfTheDriverThatDoesNothing(Subject subject) throws Exception {
        try (Subject.Source source = subject.open("")) {
            for (int i = 0; i < 3; i++) {
                Connection connection = source.take();
                assertThat(connection.getAutoCommit()).isTrue();
                if (subject != Subject.BARE) {
                    connection.close();
                    assertThat(connection.isClosed()).isTrue();
                }
            }
        }
    }

    @Test
    void anOptionThatIsNotAllowedIsRefusedBeforeAnythingIsMeasured() {
        assertThat(new CommandLine(new PoolCostCommand()).execute("--rounds", "21"))
                .isEqualTo(2);
        assertThat(new CommandLine(new PoolCostCommand()).execute("--seconds", "0"))
                .isEqualTo(2);
    }
}
