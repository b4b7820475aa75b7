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
                                "How much the last part took more or less than the first one",
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
                    "While it was measured other programs had less than a tenth of a processor, and all of it was steady."
                            + more,
                    true);
        }
        return new Block.Warning(
                ("Of %,d measures other programs have disturbed %,d, and %,d still got faster or slower: from those nothing"
                                + " can be concluded. They are marked \"?\", as are verdicts and sentences that follow from"
                                + " them.%s%s")
                        .formatted(
                                all.size(),
                                noisy,
                                unsteady,
                                unsteady == 0 ? "" : " What was not steady is listed at the end.",
                                more));
    }

    private String dropped() {
        int dropped = all.stream().mapToInt(Summary::dropped).sum();
        int repeats =
                dropped + all.stream().mapToInt(each -> each.repeats().size()).sum();
        return dropped == 0
                ? ""
                : " Of measures that have three repeats without them, those are left out, as disturbed or unsteady: %,d of %,d."
                        .formatted(dropped, repeats);
    }

    /** What took too short a time to look at others, or was measured where the system does not tell of them. */
    private String untold() {
        long untold = count(each -> each.repeats().stream().anyMatch(one -> Double.isNaN(one.others())));
        return untold == 0
                ? ""
                : (" What other programs had meanwhile nobody can tell of %s, which took too short a time, or were measured"
                                + " on a system that does not tell.")
                        .formatted(ofAll(untold));
    }

    /** The limits of so few repeats and times. */
    private List<Block> limits() {
        long fewRepeats = count(each -> !each.isRepeated());
        long fewTimes = count(each -> each.count() / PER_HUNDRED < BEYOND_MIN);
        List<String> sentences = new ArrayList<>();
        if (fewRepeats > 0) {
            sentences.add(
                    ("Of the measures, %s were repeated fewer than three times. Processes that are started anew are faster or"
                                    + " slower by some percent as a whole, and of that an interval of so few repeats knows nothing:"
                                    + " they are marked \"?\", too, and no verdict on them is firm. \"--published --repeat 3\" is"
                                    + " made for that.")
                            .formatted(ofAll(fewRepeats)));
        }
        if (fewTimes > 0) {
            sentences.add("Of %s fewer than %d times are beyond the 99th percentile, which so few can move."
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
