package dev.assent.resources.quirk;

import dev.assent.harness.Fast;
import dev.assent.resources.GeneratedPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The generated page docs/reference/databases.md is that of this code. */
@Fast
class DatabasesPageTest {
    private static final GeneratedPage PAGE = new GeneratedPage("databases.md", DatabasesPageTest.class);

    private static String page() {
        StringBuilder page = PAGE.begin("Databases and their quirks")
                .append(
                        "What databases and their drivers do otherwise than XA says, and what Assent does about it. Every"
                                + " answer was\n")
                .append(
                        "observed on the real database, with the driver's own XAResource, and is observed again by a test"
                                + " (`PostgreSqlQuirksIT`\n")
                .append(
                        "and its like) that fails when a driver is mended. Which row holds is found by the driver's class,"
                                + " or by the name that\n")
                .append(
                        "`DatabaseMetaData` has for it. A database that is not here is taken to do what the standard says;"
                                + " branches are not joined there.\n\n")
                .append(
                        "For every driver: an error of a connection that is lost is read as `XAER_RMFAIL`, whatever code"
                                + " it came with.\n\n");
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
                .append(row.traits().endsLate() ? "only before prepare or rollback" : "as Jakarta Transactions asks")
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
            page.append("\n| what the start-up probe refuses | what mends it |\n|---|---|\n");
            row.remedies()
                    .forEach(each -> page.append("| ")
                            .append(each.wrong())
                            .append(" | ")
                            .append(each.command())
                            .append(" |\n"));
        }
        if (!row.notes().isEmpty()) {
            page.append("\n| also known | why | what follows |\n|---|---|---|\n");
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
