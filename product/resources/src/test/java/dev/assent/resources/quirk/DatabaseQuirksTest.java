package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.spi.XaTraits;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of every row of the table, and their consequences. */
@Fast
class DatabaseQuirksTest {
    static Stream<DatabaseQuirks> rows() {
        return Stream.concat(DatabaseQuirks.ALL.stream(), Stream.of(DatabaseQuirks.UNKNOWN));
    }

    private static DatabaseQuirks row(String key) {
        return rows().filter(each -> each.key().equals(key)).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyDeviationHasItsReasonAndItsTreatment(DatabaseQuirks row) {
        for (Situation situation : Situation.values()) {
            Finding finding = row.finding(situation);
            assertThat(finding.situation()).isEqualTo(situation);
            assertThat(finding.reason().isEmpty())
                    .as("%s, %s: %s", row, situation, finding)
                    .isEqualTo(finding.isStandard());
            assertThat(finding.treatment().isEmpty())
                    .as("%s, %s", row, situation)
                    .isEqualTo(finding.isStandard());
        }
    }

    @Test
    void branchesAreJoinedAndSuspendedOnlyWhereThatWorks() {
        assertThat(row("postgresql").traits()).isEqualTo(new XaTraits(false, true));
        assertThat(row("mariadb").traits()).isEqualTo(new XaTraits(false, true));
        assertThat(row("mysql").traits()).isEqualTo(new XaTraits(false, true));
        assertThat(row("derby").traits()).isEqualTo(new XaTraits(true, false));
        assertThat(row("h2").traits()).isEqualTo(new XaTraits(false, false));
        assertThat(row("hsqldb").traits()).isEqualTo(new XaTraits(false, false));
        assertThat(row("unknown").traits()).isEqualTo(XaTraits.STANDARD);
    }

    @Test
    void whoLosesPreparedBranchesIsKnown() {
        assertThat(rows().filter(DatabaseQuirks::isLossy).map(DatabaseQuirks::key))
                .containsExactly("h2", "hsqldb");
    }

    @ParameterizedTest
    @CsvSource({
        "mysql, LIST, true",
        "mysql, WORK, false",
        "mysql, PREPARE, false",
        "mysql, ROLL_BACK, false",
        "mariadb, LIST, false",
        "derby, LIST, false"
    })
    void onlyMySqlsDriverIsToldOfTheRightThatMySqlAloneHas(String key, ProbeStep step, boolean isTold) {
        assertThat(row(key).remedyFor(step, new SQLException("XAER_RMERR", "XAE03", 1401))
                        .map(Remedy::command))
                .isEqualTo(
                        isTold
                                ? Optional.of("run as an administrator GRANT XA_RECOVER_ADMIN ON *.* TO that user")
                                : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "mariadb, create table a (b int), false, true",
        "mysql, lock tables a read, false, true",
        "mariadb, create temporary table a (b int), false, false",
        "mariadb, commit, true, true",
        "h2, create table a (b int), true, true",
        "hsqldb, drop table a, true, true",
        "postgresql, create table a (b int), false, false",
        "postgresql, abort, true, true",
        "mariadb, xa end 'x', true, true",
        "h2, set schema a, false, false",
        "h2, create temporary table a (b int), true, true",
        "hsqldb, create temporary table a (b int), true, true",
        "derby, create table a (b int), false, false"
    })
    void whichStatementsEndATransactionDependsOnTheDatabase(
            String key, String sql, boolean endsBranch, boolean endsLocal) {
        assertThat(row(key).ending().in(sql) != null).isEqualTo(endsBranch);
        assertThat(row(key).endingLocally().in(sql) != null).isEqualTo(endsLocal);
    }

    @Test
    void aStrangersClassIsOfNoRow() {
        assertThat(DatabaseQuirks.of(String.class)).isSameAs(DatabaseQuirks.UNKNOWN);
    }
}
