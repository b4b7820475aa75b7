package dev.assent.lab.invocations;

import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.invocations.CommitPart.Kind;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Column;
import dev.assent.lab.result.StoredPhase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Where the time goes that a transaction adds: {@link CommitParts} in a report. Immutable.
 *
 * @param phases of all experiments
 */
record CommitPath(PaperResults measured, List<StoredPhase> phases) {
    private Optional<CommitParts> parts(String transport, LabDatabase database) {
        return CommitParts.of(measured, phases, transport, database);
    }

    /** A table for each database for which all inside times are known. */
    List<Block> tables(List<String> transports) {
        List<Block> tables = new ArrayList<>();
        for (LabDatabase database : measured.databases(TwoPhaseCommit.NAME)) {
            Map<String, CommitParts> known = new LinkedHashMap<>();
            transports.forEach(each -> parts(each, database).ifPresent(parts -> known.put(each, parts)));
            if (!known.isEmpty()) {
                tables.add(table(known, database));
            }
        }
        return tables;
    }

    private static Block table(Map<String, CommitParts> known, LabDatabase database) {
        List<Column> columns = new ArrayList<>(Column.of("", "part"));
        known.keySet().forEach(each -> columns.addAll(Column.of(each, "us", "% of the work alone")));
        List<List<String>> rows = new ArrayList<>();
        for (CommitPart each : CommitPart.values()) {
            rows.add(row(each.title(), known.values(), each::equals));
        }
        rows.add(row("all", known.values(), each -> true));
        return new Block.Table(
                "The time that a transaction with its log on adds, by part, " + database.title(), columns, rows);
    }

    /** A row; a cell is empty if its time is not known apart from others. */
    private static List<String> row(String title, Collection<CommitParts> all, Predicate<CommitPart> which) {
        List<String> row = new ArrayList<>(List.of(title));
        for (CommitParts parts : all) {
            boolean isKnown = Arrays.stream(CommitPart.values()).anyMatch(each -> which.test(each) && parts.has(each));
            row.add(isKnown ? Cells.of(parts.micros(which)) : "");
            row.add(isKnown ? Cells.whole(parts.percent(which)) : "");
        }
        return row;
    }

    /** Why a transaction does not cost less; empty if that is not known. */
    Optional<String> sentence(String transport, LabDatabase database) {
        return parts(transport, database)
                .map(parts ->
                        ("With %3$s a transaction over %2$s adds %1$s %%. Of these, two-phase commit takes %4$s in the"
                                        + " databases, beyond the commits of the work alone. Forced records of logs"
                                        + " take %5$s; calls, contexts, messages and threads %6$s.")
                                .formatted(
                                        Cells.wholeUnmarked(parts.percent(each -> true)),
                                        transport,
                                        database.title(),
                                        Cells.wholeUnmarked(parts.percent(Kind.DATABASES)),
                                        Cells.wholeUnmarked(parts.percent(Kind.LOGS)),
                                        Cells.wholeUnmarked(parts.percent(Kind.MESSAGES))));
    }
}
