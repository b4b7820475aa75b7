package dev.assent.lab.run;

import dev.assent.lab.report.Block;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import dev.assent.lab.result.StoredFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a run was to measure and has not, in a report. */
final class Missing {
    /** More names in a cell nobody reads. */
    private static final int NAMES_MAX = 6;

    private Missing() {}

    private record Measured(Measure.Key key, int repeat) {}

    /** What is to be measured in a setup. */
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

        String names() {
            return missing.size() <= NAMES_MAX ? String.join("; ", missing) : "";
        }
    }

    /** Nothing when all is there that was planned. */
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
        int all = setups.values().stream().mapToInt(each -> each.all).sum();
        int missing =
                setups.values().stream().mapToInt(each -> each.missing.size()).sum();
        if (missing == 0) {
            return List.of();
        }
        List<StoredFailure> failures = store.failures(run);
        List<Block> blocks = new ArrayList<>(List.of(
                new Block.Warning("Of what run %d was to measure, %,d of %,d are missing: %s"
                        .formatted(
                                run,
                                missing,
                                all,
                                failures.isEmpty()
                                        ? "it was ended before it was complete."
                                        : "what has failed is told below, and all else was not begun, or was ended.")),
                new Block.Words(
                        "Where something is missing in run %d".formatted(run),
                        List.of("setup", "measured", "missing"),
                        setups.entrySet().stream()
                                .filter(each -> !each.getValue().missing.isEmpty())
                                .map(each -> line(
                                        each.getKey(),
                                        each.getValue().measured(),
                                        each.getValue().names()))
                                .toList())));
        if (!failures.isEmpty()) {
            blocks.add(new Block.Words(
                    "What has failed in run %d".formatted(run),
                    List.of("what", "repeat", "why"),
                    failures.stream()
                            .map(each -> line(each.key().toString(), Integer.toString(each.repeat()), each.why()))
                            .toList()));
        }
        return blocks;
    }

    private static Block.Line line(String... cells) {
        return new Block.Line(Block.Tone.NONE, List.of(cells));
    }
}
