package dev.assent.lab.run;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.invocations.PaperReport;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Report;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Store;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Makes the report of a run from what is stored. Thread safety: one thread. */
final class Reports {
    private static final String TITLE = "Transactional remote invocations, measured again";

    private final Store store;

    Reports(Store store) {
        this.store = store;
    }

    Report of(int run) throws SQLException {
        List<Measure> measures = store.measures(run);
        Results results = Results.of(measures);
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(1, TITLE));
        blocks.add(new Block.Paragraph(
                "The experiments of \"On the Performance of Transactional Remote Invocations over Commonly Used Transports\""
                        + " (I. Silva Neto, F. Reverbel; 2008) with its parameters, over transports of today. Published times"
                        + " are of JBoss AS 5.0.0 Beta 2 with XActor on Pentium 4 machines at 3 GHz in a network of 100 Mb/s;"
                        + " what may be compared are ratios.",
                false));
        blocks.add(new Block.Paragraph(header(run), true));
        missing(run, measures).ifPresent(blocks::add);
        PaperReport paper = new PaperReport(results);
        blocks.addAll(paper.claims());
        for (Experiment each : Experiments.ALL) {
            blocks.addAll(paper.section(each));
        }
        return new Report(TITLE, blocks);
    }

    private String header(int run) throws SQLException {
        try (PreparedStatement select = store.connection().prepareStatement("SELECT * FROM run WHERE id = ?")) {
            select.setInt(1, run);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalArgumentException("there is no run " + run);
                }
                return "Run %d of %s; %s, %d cores; %s; %s; commit %s; %s; %s form, repeated %d times. \"?\" marks what was disturbed, or still got faster."
                        .formatted(
                                run,
                                row.getTimestamp("began").toInstant(),
                                row.getString("processor"),
                                row.getInt("cores"),
                                row.getString("system"),
                                row.getString("java"),
                                row.getString("commit_id"),
                                row.getString("network"),
                                row.getString("form").toLowerCase(Locale.ROOT),
                                row.getInt("repeats"));
            }
        }
    }

    /** What was planned and is not there. */
    private Optional<Block> missing(int run, List<Measure> measures) throws SQLException {
        Set<String> there = new HashSet<>();
        measures.forEach(each -> there.add(name(each.key())));
        List<String> missing = new ArrayList<>();
        try (PreparedStatement select = store.connection().prepareStatement("SELECT * FROM planned WHERE run = ?")) {
            select.setInt(1, run);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    String name = name(new Measure.Key(
                            rows.getString("experiment"),
                            rows.getString("transport"),
                            rows.getString("bank"),
                            rows.getString("scenario"),
                            rows.getString("subject"),
                            rows.getInt("clients"),
                            ""));
                    if (!there.contains(name)) {
                        missing.add(name);
                    }
                }
            }
        }
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new Block.Paragraph(
                        "This run was ended before it was complete. Not measured: " + String.join("; ", missing) + ".",
                        false));
    }

    private static String name(Measure.Key key) {
        return String.join(
                " ",
                key.experiment(),
                key.transport(),
                key.bank(),
                key.scenario(),
                key.subject(),
                key.clients() + " clients");
    }
}
