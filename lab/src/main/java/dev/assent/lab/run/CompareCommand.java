package dev.assent.lab.run;

import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Store;
import dev.assent.lab.result.Summary;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./assent lab compare}: what differs between two runs by more than noise. */
@Command(
        name = "compare",
        description = "Compares two runs: what both have measured, and which differences are beyond noise.")
public final class CompareCommand implements Callable<Integer> {
    @Mixin
    private StoreOption results = new StoreOption();

    @Parameters(index = "0", paramLabel = "A", description = "the number of a run")
    private int one;

    @Parameters(index = "1", paramLabel = "B", description = "the number of another one")
    private int other;

    @Override
    public Integer call() throws SQLException {
        try (Store store = results.open()) {
            Results before = Results.of(store.measures(StoreOption.orLast(store, one)));
            Results after = Results.of(store.measures(StoreOption.orLast(store, other)));
            List<Measure.Key> both =
                    before.keys().filter(key -> after.find(key).isPresent()).toList();
            int differing = 0;
            System.out.printf("%-70s %10s %10s %8s%n", "mean us", "run " + one, "run " + other, "B of A");
            for (Measure.Key key : both) {
                differing += show(key, before.find(key), after.find(key)) ? 1 : 0;
            }
            System.out.printf(
                    "%d of %d differ by more than noise: the intervals in which the true means are, with a confidence of"
                            + " 95 %% each, do not meet.%n",
                    differing, both.size());
        }
        return 0;
    }

    private static boolean show(Measure.Key key, Optional<Summary> before, Optional<Summary> after) {
        Summary a = before.orElseThrow();
        Summary b = after.orElseThrow();
        boolean isBeyond = a.differsFrom(b);
        System.out.printf(
                "%-70s %10.1f %10.1f %8.2f %s%n",
                String.join(
                                " ",
                                key.experiment(),
                                key.transport(),
                                key.bank().equals("none") ? "" : key.bank(),
                                key.scenario(),
                                key.subject(),
                                key.clients() == 1 ? "" : key.clients() + " clients",
                                key.step())
                        .replaceAll(" +", " "),
                a.mean(),
                b.mean(),
                b.mean() / a.mean(),
                isBeyond ? "beyond noise" : "");
        return isBeyond;
    }
}
