package dev.assent.resources.quirk;

import dev.assent.harness.Fast;
import dev.assent.resources.GeneratedPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The page docs/reference/databases.md is the generated one. */
@Fast
class DatabasesPageTest {
    private static final GeneratedPage PAGE = new GeneratedPage("databases.md", DatabasesPageTest.class);

    private static String page() {
        StringBuilder page = PAGE.begin("Databases and their quirks")
                .append(
                        "This page lists the deviations of databases and their drivers from XA, and what Assent does about")
                .append(" them. The answers\n")
                .append("come from the real databases, with the driver's own XAResource. A test for each database")
                .append(" (such as `PostgreSqlQuirksIT`)\n")
                .append(
                        "repeats them, and fails when a driver no longer deviates. Assent finds the row by the driver's")
                .append(" class, or the driver's name in\n")
                .append("`DatabaseMetaData`. It assumes that any other database follows the standard, but joins no")
                .append(" branches there.\n\n")
                .append(
                        "For every driver Assent reads an error of a lost connection as `XAER_RMFAIL`, whatever its code")
                .append(" is.\n\n");
        matrix(page);
        DatabaseQuirks.ALL.forEach(row -> row(page, row));
        return page.toString();
    }

    private static void matrix(StringBuilder page) {
        page.append("| situation | the standard |");
        DatabaseQuirks.ALL.forEach(row -> page.append(' ').append(row.key()).append(" |"));
        page.append("\n|---|---|")
                .append("---|".repeat(DatabaseQuirks.ALL.size()))
                .append('\n');
        for (Situation situation : Situation.values()) {
            page.append("| ")
                    .append(situation.question())
                    .append(" | ")
                    .append(String.join(" or ", situation.standard()))
                    .append(" |");
            for (DatabaseQuirks row : DatabaseQuirks.ALL) {
                Finding finding = row.finding(situation);
                String mark = finding.isStandard() ? "" : "**";
                page.append(' ')
                        .append(mark)
                        .append(finding.answer())
                        .append(mark)
                        .append(" |");
            }
            page.append('\n');
        }
    }

    private static void row(StringBuilder page, DatabaseQuirks row) {
        page.append("\n## ").append(row.title()).append("\n\n");
        page.append("Branches are ")
                .append(row.traits().joins() ? "joined (TMJOIN)" : "never joined")
                .append("; `end` is called ")
                .append(
                        row.traits().endsLate()
                                ? "only before prepare or rollback"
                                : "as Jakarta Transactions requires")
                .append("; prepared branches ")
                .append(row.isLossy() ? "**can be lost**" : "are kept")
                .append(".\n\n");
        page.append("| situation | answer | why | what Assent does |\n|---|---|---|---|\n");
        for (Finding finding : row.deviations()) {
            page.append("| ")
                    .append(finding.situation().question())
                    .append(" | ")
                    .append(finding.answer())
                    .append(" | ")
                    .append(finding.reason())
                    .append(" | ")
                    .append(finding.treatment())
                    .append(" |\n");
        }
        if (!row.remedies().isEmpty()) {
            page.append("\n| what the start-up probe refuses | remedy |\n|---|---|\n");
            row.remedies()
                    .forEach(each -> page.append("| ")
                            .append(each.wrong())
                            .append(" | ")
                            .append(each.command())
                            .append(" |\n"));
        }
        if (!row.notes().isEmpty()) {
            page.append("\n| other facts | why | consequence |\n|---|---|---|\n");
            row.notes()
                    .forEach(each -> page.append("| ")
                            .append(each.fact())
                            .append(" | ")
                            .append(each.reason())
                            .append(" | ")
                            .append(each.advice())
                            .append(" |\n"));
        }
    }

    @Test
    void theCommittedPageIsTheGeneratedOne() throws IOException {
        PAGE.check(page());
    }
}
