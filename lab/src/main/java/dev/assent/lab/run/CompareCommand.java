package dev.assent.lab.run;

import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Store;
import dev.assent.lab.result.Summary;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./assent lab compare}: what differs between two runs by more than noise. */
@Command(
        name = "compare",
        description = "Compares two runs: what both have measured, and which differences are beyond noise.")
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private StoreOption results = new StoreOption();

    @Parameters(index = "0", paramLabel = "A", description = "the number of a run")
    private int one;

    @Parameters(index = "1", paramLabel = "B", description = "the number of another one")
    private int other;

    @Override
    public Integer call() throws IOException, SQLException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        try (Store store = results.open()) {
            Results before = Results.of(store.measures(results.orLast(store, one)));
            Results after = Results.of(store.measures(results.orLast(store, other)));
            List<Measure.Key> both =
                    before.keys().filter(key -> after.find(key).isPresent()).toList();
            Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
            out.printf(Locale.ROOT, "%-70s %10s %10s %8s%n", "mean us", "run " + one, "run " + other, "B of A");
            for (Measure.Key key : both) {
                Summary a = before.find(key).orElseThrow();
                Summary b = after.find(key).orElseThrow();
                Verdict verdict = Verdict.of(a, b);
                verdicts.merge(verdict, 1, Integer::sum);
                out.printf(
                        Locale.ROOT,
                        "%-70s %10.1f %10.1f %8.2f %s%n",
                        key,
                        a.mean(),
                        b.mean(),
                        b.mean() / a.mean(),
                        verdict.text);
            }
            out.printf(
                    Locale.ROOT,
                    "%d of %d differ by more than noise: the intervals in which the true means are, with a confidence of"
                            + " 95 %% each, do not meet. %d were disturbed, or not steady, so that nothing is said of them.%n",
                    verdicts.getOrDefault(Verdict.BEYOND_NOISE, 0),
                    both.size(),
                    verdicts.getOrDefault(Verdict.UNSURE, 0));
            tellAlone(out, "A", before, after);
            tellAlone(out, "B", after, before);
            out.flush();
        }
        return 0;
    }

    private enum Verdict {
        SAME(""),
        BEYOND_NOISE("beyond noise"),
        UNSURE("disturbed, or not steady");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        static Verdict of(Summary a, Summary b) {
            if (!a.isSure() || !b.isSure()) {
                return UNSURE;
            }
            return a.differsFrom(b) ? BEYOND_NOISE : SAME;
        }
    }

    private static void tellAlone(PrintWriter out, String which, Results one, Results other) {
        List<Measure.Key> alone =
                one.keys().filter(key -> other.find(key).isEmpty()).toList();
        if (!alone.isEmpty()) {
            out.printf(Locale.ROOT, "%d were measured in %s alone.%n", alone.size(), which);
        }
    }
}
