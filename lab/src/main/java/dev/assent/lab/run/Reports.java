package dev.assent.lab.run;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.paper.Paper;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Report;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Store;
import dev.assent.lab.result.StoredCost;
import dev.assent.lab.result.StoredPhase;
import dev.assent.lab.result.Summary;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes reports of what is stored. Thread safety: one thread. */
final class Reports {
    /** A percentile hangs on the times beyond it, of which there must be so many. */
    private static final int BEYOND_MIN = 50;

    private static final int PER_HUNDRED = 100;

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
        blocks.add(noise(results));
        limits(results).ifPresent(blocks::add);
        for (Paper paper : papers) {
            Paper.Findings findings = paper.findings(results, phases);
            blocks.addAll(findings.claims());
            for (Experiment each : paper.experiments()) {
                blocks.addAll(findings.section(each));
                RoleTable.of(each.name(), costs).ifPresent(blocks::add);
            }
        }
        return new Report(papers.stream().map(Paper::title).collect(Collectors.joining("; ")), blocks);
    }

    /** Those of which these runs have measured something, or were to. */
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

    /** What a time is, when it is not that of a call. */
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

    /** Whether the machine was quiet enough to conclude anything. */
    private static Block noise(Results results) {
        List<Summary> all =
                results.keys().flatMap(each -> results.find(each).stream()).toList();
        if (all.isEmpty()) {
            return new Block.Paragraph("Nothing was measured.", false);
        }
        long noisy = all.stream().filter(Summary::isNoisy).count();
        long unsteady = all.stream().filter(Summary::isUnsteady).count();
        long dropped = all.stream().mapToInt(Summary::dropped).sum();
        String without = dropped == 0
                ? ""
                : " %,d repeats were disturbed or unsteady, and are left out of measures that have three without them."
                        .formatted(dropped);
        if (noisy == 0 && unsteady == 0) {
            return new Block.Paragraph(
                    "While it was measured other programs had less than a tenth of a processor, and all of it was steady."
                            + without,
                    true);
        }
        return new Block.Warning(
                ("Of %,d measures other programs have disturbed %,d, and %,d still got faster or slower: from those nothing"
                                + " can be concluded. They are marked \"?\", as are verdicts and sentences that follow from"
                                + " them.%s")
                        .formatted(all.size(), noisy, unsteady, without));
    }

    /** What so few repeats and times can't tell. */
    private static Optional<Block> limits(Results results) {
        List<Summary> all =
                results.keys().flatMap(each -> results.find(each).stream()).toList();
        long fewRepeats = all.stream()
                .filter(each -> each.repeats().size() < Summary.REPEATS_MIN)
                .count();
        long fewTimes = all.stream()
                .filter(each -> each.count() / PER_HUNDRED < BEYOND_MIN)
                .count();
        List<String> sentences = new ArrayList<>();
        if (fewRepeats > 0) {
            sentences.add(
                    ("%s measured in fewer than three repeats. Processes that are started anew are faster or slower by"
                                    + " some percent as a whole, and of that their intervals know nothing: smaller differences, such as"
                                    + " that of a log, of a context in one method, or of two transports that are close, are not to be"
                                    + " concluded from, whatever an interval or a verdict says. \"--published --repeat 3\" is made for that.")
                            .formatted(
                                    fewRepeats == all.size() ? "All was" : fewRepeats + " of " + all.size() + " were"));
        }
        if (fewTimes > 0) {
            sentences.add(("Of %s fewer than %d times are beyond the 99th percentile, which so few can move.")
                    .formatted(fewTimes == all.size() ? "all" : fewTimes + " of " + all.size(), BEYOND_MIN));
        }
        return sentences.isEmpty() ? Optional.empty() : Optional.of(new Block.Warning(String.join(" ", sentences)));
    }
}
