package dev.assent.lab.invocations;

import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Column;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.StoredPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Where the time goes that a transaction adds: {@link CommitParts} in a report. Immutable.
 *
 * @param phases of all experiments
 */
record CommitPath(PaperResults measured, List<StoredPhase> phases) {
    private record Row(String title, ToDoubleFunction<CommitParts> part) {}

    private static final List<Row> ROWS = List.of(
            new Row("create", CommitParts::create),
            new Row("the contexts of two calls", CommitParts::contexts),
            new Row("the databases work, and commit nothing yet", CommitParts::uncommitted),
            new Row("servers and databases join the transaction", CommitParts::joining),
            new Row("phase one: the databases prepare", CommitParts::prepare),
            new Row("phase one: the servers force the records of their votes", CommitParts::votes),
            new Row("phase one: messages, and the slower server", CommitParts::asking),
            new Row("the coordinator forces its decision", CommitParts::decision),
            new Row("phase two: the databases commit", CommitParts::commit),
            new Row("phase two: messages, and the slower server", CommitParts::telling),
            new Row("the call that commits", CommitParts::call),
            new Row("all", parts -> parts.all() * parts.work() / 100));

    private Optional<CommitParts> parts(String transport, LabDatabase database) {
        return CommitParts.of(measured, phases, transport, database);
    }

    /** A table for each database of which all was timed inside. */
    List<Block> tables(List<String> transports) {
        List<Block> tables = new ArrayList<>();
        for (LabDatabase database : measured.databases(TwoPhaseCommit.NAME)) {
            List<String> known = transports.stream()
                    .filter(each -> parts(each, database).isPresent())
                    .toList();
            if (!known.isEmpty()) {
                tables.add(table(known, database));
            }
        }
        return tables;
    }

    private Block table(List<String> transports, LabDatabase database) {
        List<Column> columns = new ArrayList<>(Column.of("", "part"));
        transports.forEach(each -> columns.addAll(Column.of(each, "us", "% of the work alone")));
        List<List<String>> rows = new ArrayList<>();
        for (Row each : ROWS) {
            List<String> row = new ArrayList<>(List.of(each.title()));
            for (String transport : transports) {
                CommitParts parts = parts(transport, database).orElseThrow();
                double part = each.part().applyAsDouble(parts);
                row.add(Figures.of(part));
                row.add(Figures.whole(parts.percent(part)));
            }
            rows.add(row);
        }
        return new Block.Table(
                "Where the time goes that a transaction with its log on adds, " + database.title(), columns, rows);
    }

    /** What stands in the way of less; empty when it is not known. */
    Optional<String> sentence(String transport, LabDatabase database) {
        return parts(transport, database)
                .map(parts ->
                        ("Of the %s %% that a transaction over %s adds with %s, %s are what two-phase commit asks of the"
                                        + " databases beyond the commits of the work alone, %s forced records of logs, and %s calls,"
                                        + " contexts, messages and threads.")
                                .formatted(
                                        Figures.whole(parts.all()),
                                        transport,
                                        database.title(),
                                        Figures.whole(parts.ofDatabases()),
                                        Figures.whole(parts.ofLogs()),
                                        Figures.whole(parts.ofMessages())));
    }
}
