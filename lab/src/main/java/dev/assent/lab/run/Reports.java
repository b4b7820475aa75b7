package dev.assent.lab.run;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.paper.Paper;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Report;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.RunHeader;
import dev.assent.lab.result.Store;
import dev.assent.lab.result.StoredCost;
import dev.assent.lab.result.StoredPhase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Makes reports from stored results. Thread safety: one thread. */
final class Reports {
    private final Store store;

    Reports(Store store) {
        this.store = store;
    }

    /**
     * The report of runs that are there.
     *
     * @param runs one at least; of what several have measured, the last one counts
     */
    Report of(List<Integer> runs) throws SQLException {
        List<Block> blocks = new ArrayList<>();
        List<Paper> papers = papers(runs);
        for (Paper each : papers) {
            blocks.add(new Block.Heading(1, each.title()));
            blocks.add(new Block.Paragraph(each.introduction(), false));
        }
        Results results = Results.none();
        List<StoredCost> costs = new ArrayList<>();
        List<StoredPhase> phases = new ArrayList<>();
        for (int run : runs) {
            List<Measure> measures = store.measures(run);
            results = results.with(Results.of(measures));
            Set<Measure.Key> anew = measures.stream().map(Measure::key).collect(Collectors.toSet());
            costs.removeIf(each -> anew.contains(each.key()));
            costs.addAll(store.costs(run));
            phases.removeIf(each -> anew.contains(each.key()));
            phases.addAll(store.phases(run));
            blocks.add(new Block.Paragraph(RunLine.of(store.run(run)), true));
            steps(measures).ifPresent(blocks::add);
            blocks.addAll(Missing.of(store, run, measures));
        }
        mixed(runs).ifPresent(blocks::add);
        blocks.addAll(Doubts.of(results));
        costs.removeIf(counted(results).negate());
        for (Paper paper : papers) {
            Paper.Findings findings = paper.findings(results, phases);
            blocks.addAll(findings.claims());
            for (Experiment each : paper.experiments()) {
                blocks.addAll(findings.section(each));
                RoleTable.of(each.name(), costs).ifPresent(blocks::add);
            }
        }
        blocks.addAll(Doubts.trends(results));
        String title = papers.stream().map(Paper::title).collect(Collectors.joining("; "));
        return new Report(title.isEmpty() ? "Results of the lab" : title, blocks);
    }

    /** The results of several runs can be compared only if the runs were made alike. */
    private Optional<Block> mixed(List<Integer> runs) throws SQLException {
        Map<String, Function<RunHeader, Object>> all = new LinkedHashMap<>();
        all.put("machine, JDK or commit", RunHeader::machine);
        all.put("options of JVMs, file system or memory", RunHeader::roles);
        all.put("network", RunHeader::network);
        all.put("form", RunHeader::form);
        List<String> different = new ArrayList<>();
        for (Map.Entry<String, Function<RunHeader, Object>> each : all.entrySet()) {
            Set<Object> values = new HashSet<>();
            for (int run : runs) {
                values.add(each.getValue().apply(store.run(run).header()));
            }
            if (values.size() > 1) {
                different.add(each.getKey());
            }
        }
        return different.isEmpty()
                ? Optional.empty()
                : Optional.of(new Block.Warning(
                        ("These runs differ in: %s. A comparison here may be between two runs, and differ for that"
                                        + " reason only; no interval shows that.")
                                .formatted(String.join("; ", different))));
    }

    /** Whether a cost is of a repeat that counts. */
    private static Predicate<StoredCost> counted(Results results) {
        return cost -> results.find(cost.key())
                .filter(found -> found.counts(cost.repeat()))
                .isPresent();
    }

    /** The papers for which these runs have measured something, or should have. */
    private List<Paper> papers(List<Integer> runs) throws SQLException {
        Set<String> wanted = new HashSet<>();
        for (int run : runs) {
            store.planned(run).forEach(each -> wanted.add(each.key().experiment()));
            store.measures(run).forEach(each -> wanted.add(each.key().experiment()));
        }
        return Experiments.PAPERS.stream()
                .filter(paper -> paper.experiments().stream().anyMatch(each -> wanted.contains(each.name())))
                .toList();
    }

    /** The meaning of a time, when it is not that of a call. */
    private static Optional<Block> steps(List<Measure> measures) {
        int iterations = measures.stream().mapToInt(Measure::iterations).max().orElse(1);
        return iterations == 1
                ? Optional.empty()
                : Optional.of(new Block.Paragraph(
                        String.format(
                                Locale.ROOT,
                                "Each time is the mean of a step of %,d: medians, percentiles and deviations are of these.",
                                iterations),
                        true));
    }
}
