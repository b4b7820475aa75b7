package dev.assent.lab.run;

import dev.assent.lab.report.Block;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import dev.assent.lab.result.StoredFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The measures that a run planned and has not made, in a report. */
final class Missing {
    private Missing() {}

    private record Measured(Measure.Key key, int repeat) {}

    /** The measures that are to be made in a setup. */
    private static final class Setup {
        private int all;
        private final List<String> missing = new ArrayList<>();

        void count(Measure.Planned planned, int repeat, boolean isThere) {
            all++;
            if (!isThere) {
                Measure.Key key = planned.key();
                String clients = key.clients() == 1 ? "" : ", " + key.clients() + " clients";
                missing.add(key.subject() + clients + (planned.repeats() == 1 ? "" : " (repeat " + repeat + ")"));
            }
        }

        String measured() {
            return "%,d of %,d".formatted(all - missing.size(), all);
        }
    }

    /** Nothing when all is there that was planned, and nothing has failed. */
    static List<Block> of(Store store, int run, List<Measure> measures) throws SQLException {
        Set<Measured> there = measures.stream()
                .map(each -> new Measured(each.key().at(""), each.repeat()))
                .collect(Collectors.toSet());
        Map<String, Setup> setups = new LinkedHashMap<>();
        for (Measure.Planned each : store.planned(run)) {
            Setup setup = setups.computeIfAbsent(each.key().setup(), none -> new Setup());
            for (int repeat = 1; repeat <= each.repeats(); repeat++) {
                setup.count(each, repeat, there.contains(new Measured(each.key(), repeat)));
            }
        }
        List<StoredFailure> failures = store.failures(run);
        List<Block> blocks = new ArrayList<>();
        if (setups.values().stream().anyMatch(each -> !each.missing.isEmpty())) {
            blocks.add(warning(run, setups.values(), failures.isEmpty()));
            blocks.add(table(run, setups));
        }
        if (!failures.isEmpty()) {
            blocks.add(table(run, failures));
        }
        return blocks;
    }

    private static Block warning(int run, Collection<Setup> setups, boolean isEnded) {
        return new Block.Warning("Run %d lacks %,d of its %,d measurements: %s"
                .formatted(
                        run,
                        setups.stream().mapToInt(each -> each.missing.size()).sum(),
                        setups.stream().mapToInt(each -> each.all).sum(),
                        isEnded
                                ? "it was ended before it was complete."
                                : "the failures are below; everything else was not begun, or was ended."));
    }

    private static Block table(int run, Map<String, Setup> setups) {
        return new Block.Words(
                "Where something is missing in run %d".formatted(run),
                List.of("setup", "measured", "missing"),
                setups.entrySet().stream()
                        .filter(each -> !each.getValue().missing.isEmpty())
                        .map(each -> line(each.getKey(), each.getValue().measured(), Names.of(each.getValue().missing)))
                        .toList());
    }

    private static Block table(int run, List<StoredFailure> failures) {
        return new Block.Words(
                "Failures in run %d".formatted(run),
                List.of("what", "repeat", "why"),
                failures.stream()
                        .map(each -> line(each.key().toString(), Integer.toString(each.repeat()), each.why()))
                        .toList());
    }

    private static Block.Line line(String... cells) {
        return new Block.Line(Block.Tone.NONE, List.of(cells));
    }
}
