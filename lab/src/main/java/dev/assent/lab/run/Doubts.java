package dev.assent.lab.run;

import dev.assent.lab.report.Block;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The limits of the results, and their reasons: other programs, warm-ups that had not ended, too few repeats or times.
 */
final class Doubts {
    /** A percentile depends on the times beyond it: there must be so many. */
    private static final int BEYOND_MIN = 50;

    private static final int PER_HUNDRED = 100;

    private final Results results;
    private final List<Summary> all;

    private Doubts(Results results) {
        this.results = results;
        this.all = results.keys().flatMap(each -> results.find(each).stream()).toList();
    }

    /** The warnings that a reader needs before the figures. */
    static List<Block> of(Results results) {
        Doubts doubts = new Doubts(results);
        if (doubts.all.isEmpty()) {
            return List.of(new Block.Paragraph("Nothing was measured.", false));
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(doubts.noise());
        blocks.addAll(doubts.limits());
        return blocks;
    }

    /**
     * The setups whose measures show a trend, since the warm-up had not ended or something else changed meanwhile: for
     * the end of a report.
     */
    static List<Block> trends(Results results) {
        Map<String, Trends> setups = new LinkedHashMap<>();
        results.keys()
                .forEach(key -> results.find(key)
                        .filter(Summary::isUnsteady)
                        .ifPresent(found -> setups.computeIfAbsent(key.setup(), none -> new Trends())
                                .add(key, found.trend())));
        return setups.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Heading(2, "What was not steady"),
                        new Block.Words(
                                "How much more or less the last part took than the first one",
                                List.of("setup", "got faster: the warm-up was not over", "got slower"),
                                setups.entrySet().stream()
                                        .map(each -> each.getValue().line(each.getKey()))
                                        .toList()));
    }

    private long count(Predicate<Summary> which) {
        return all.stream().filter(which).count();
    }

    /** So many of all, in words. */
    private String ofAll(long some) {
        return some == all.size() ? "all" : "%,d of %,d".formatted(some, all.size());
    }

    /** Whether the machine was quiet enough to conclude anything. */
    private Block noise() {
        long noisy = count(Summary::isNoisy);
        long unsteady = count(Summary::isUnsteady);
        String more = dropped() + untold();
        if (noisy == 0 && unsteady == 0) {
            return new Block.Paragraph(
                    "During the run other programs had less than a tenth of a processor, and all measures were steady."
                            + more,
                    true);
        }
        return new Block.Warning(
                ("Of %,d measures other programs have disturbed %,d, and %,d still got faster or slower: nothing"
                                + " follows from those. They have the mark \"?\", and so have verdicts and sentences"
                                + " that follow from them.%s%s")
                        .formatted(
                                all.size(),
                                noisy,
                                unsteady,
                                unsteady == 0 ? "" : " The end of this page lists the unsteady measures.",
                                more));
    }

    private String dropped() {
        int dropped = all.stream().mapToInt(Summary::dropped).sum();
        int repeats =
                dropped + all.stream().mapToInt(each -> each.repeats().size()).sum();
        return dropped == 0
                ? ""
                : " Disturbed or unsteady repeats are left out of measures that have three others: %,d of %,d."
                        .formatted(dropped, repeats);
    }

    /** The measures that took too short a time to see other programs, or whose system does not report them. */
    private String untold() {
        long untold = count(each -> each.repeats().stream().anyMatch(one -> Double.isNaN(one.others())));
        return untold == 0
                ? ""
                : (" For %s of them the time of other programs is unknown: they took too short a time, or the system"
                                + " does not report it.")
                        .formatted(ofAll(untold));
    }

    /** The limits of so few repeats and times. */
    private List<Block> limits() {
        long fewRepeats = count(each -> !each.isRepeated());
        long fewTimes = count(each -> each.count() / PER_HUNDRED < BEYOND_MIN);
        List<String> sentences = new ArrayList<>();
        if (fewRepeats > 0) {
            sentences.add(("Of the measures, %s had fewer than three repeats. A new process is faster or slower as a"
                            + " whole, by some percent, and an interval of so few repeats does not show that."
                            + " So these measures have the mark \"?\", too, and no verdict on them is firm."
                            + " Use \"--published --repeat 3\" for firm verdicts.")
                    .formatted(ofAll(fewRepeats)));
        }
        if (fewTimes > 0) {
            sentences.add(
                    "For %s of them, fewer than %d times are beyond the 99th percentile, so a few of them can move it."
                            .formatted(ofAll(fewTimes), BEYOND_MIN));
        }
        return sentences.isEmpty() ? List.of() : List.of(new Block.Warning(String.join(" ", sentences)));
    }

    /** The measures of one setup that still had a trend. */
    private static final class Trends {
        private final List<String> faster = new ArrayList<>();
        private final List<String> slower = new ArrayList<>();

        void add(Measure.Key key, double trend) {
            (trend < 0 ? faster : slower).add(String.format(Locale.ROOT, "%s (%+.0f %%)", key.inSetup(), 100 * trend));
        }

        Block.Line line(String setup) {
            return new Block.Line(Block.Tone.NONE, List.of(setup, Names.of(faster), Names.of(slower)));
        }
    }
}
