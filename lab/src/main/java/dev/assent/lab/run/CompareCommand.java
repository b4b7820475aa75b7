package dev.assent.lab.run;

import dev.assent.lab.result.Comparison;
import dev.assent.lab.result.Comparison.Verdict;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.ArrayList;
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
        description = "Compares two runs: the measures of both, and which differences are beyond noise.")
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private StoreOption results = new StoreOption();

    @Parameters(index = "0", paramLabel = "A", description = "the number of a run")
    private int one;

    @Parameters(index = "1", paramLabel = "B", description = "the number of another run")
    private int other;

    @Override
    public Integer call() throws IOException, SQLException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        try (Store store = results.open()) {
            int a = results.orLast(store, one);
            int b = results.orLast(store, other);
            out.println("A: " + RunLine.of(store.run(a)));
            out.println("B: " + RunLine.of(store.run(b)));
            Results before = Results.of(store.measures(a));
            Results after = Results.of(store.measures(b));
            List<Comparison> all = comparisons(before, after);
            out.printf(Locale.ROOT, "%-74s %12s %12s %8s%n", "", "A", "B", "B of A");
            all.forEach(each -> out.printf(
                    Locale.ROOT,
                    "%-74s %12.1f %12.1f %8.2f %s%n",
                    each.name(),
                    each.before(),
                    each.after(),
                    each.after() / each.before(),
                    each.verdict().text()));
            tell(out, all);
            tellAlone(out, "A", before, after);
            tellAlone(out, "B", after, before);
            out.flush();
        }
        return 0;
    }

    private static List<Comparison> comparisons(Results before, Results after) {
        List<Comparison> all = new ArrayList<>();
        before.keys()
                .forEach(key -> before.find(key)
                        .ifPresent(a ->
                                after.find(key).ifPresent(b -> all.addAll(Comparison.of(key.toString(), a, b)))));
        return all;
    }

    private static void tell(PrintWriter out, List<Comparison> all) {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        all.forEach(each -> verdicts.merge(each.verdict(), 1, Integer::sum));
        out.printf(
                Locale.ROOT,
                "%d of %d times and throughputs differ by more than noise: the intervals that have the true means,"
                        + " with a confidence of 95 %% each, do not meet; by chance this is so for less than one of a"
                        + " hundred. %d are UNSURE, since they were disturbed or not steady, and %d, since they were"
                        + " repeated fewer than three times, which does not show how new processes differ: nothing is"
                        + " said about those.%n",
                verdicts.getOrDefault(Verdict.BEYOND_NOISE, 0),
                all.stream().filter(Comparison::isOfTime).count(),
                verdicts.getOrDefault(Verdict.UNSTEADY, 0),
                verdicts.getOrDefault(Verdict.UNREPEATED, 0));
        int counted = verdicts.getOrDefault(Verdict.COUNTED, 0);
        int inexact = verdicts.getOrDefault(Verdict.INEXACT, 0);
        if (counted + inexact > 0) {
            out.printf(
                    Locale.ROOT,
                    "The bytes of %d differ by more than 1 %%; %d of those are UNSURE, since bytes of other programs"
                            + " may be among them.%n",
                    counted + inexact,
                    inexact);
        }
    }

    private static void tellAlone(PrintWriter out, String which, Results one, Results other) {
        List<Measure.Key> alone =
                one.keys().filter(key -> other.find(key).isEmpty()).toList();
        if (!alone.isEmpty()) {
            out.printf(Locale.ROOT, "%d were measured only in %s.%n", alone.size(), which);
        }
    }
}
