package dev.assent.lab.role;

import dev.assent.MetricsSnapshot;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Timed;
import dev.assent.remote.ConnectedNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How often, and for how long in all, a server was in each phase of the end of transactions, or in work that its
 * services time themselves, since it was opened. Immutable.
 *
 * @param all of those that it was in
 */
record PhaseTotals(Map<String, Timed> all) {
    /** The phases of a node, if the server has one, by the names of {@link MetricsSnapshot.Phase}; and the times of its services. */
    static PhaseTotals of(@Nullable ConnectedNode node, Services services) {
        Map<String, Timed> all = new TreeMap<>(services.timed());
        if (node != null) {
            node.assent()
                    .metrics()
                    .phases()
                    .forEach((phase, times) -> all.put(phase.name(), new Timed(times.count(), times.sumNanos())));
        }
        return new PhaseTotals(all);
    }

    /**
     * The time of each phase since then.
     *
     * @param iterations in that time
     */
    List<PhaseTime> since(PhaseTotals before, String role, long iterations) {
        List<PhaseTime> times = new ArrayList<>();
        all.forEach((phase, now) -> {
            Timed then = before.all.getOrDefault(phase, Timed.NEVER);
            long count = now.count() - then.count();
            if (count > 0) {
                times.add(new PhaseTime(
                        role, phase, (double) count / iterations, (double) (now.nanos() - then.nanos()) / count));
            }
        });
        return times;
    }

    /** One line, for {@link #parse}. */
    String toText() {
        return all.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue().count() + " "
                        + each.getValue().nanos())
                .collect(Collectors.joining(","));
    }

    /** Reads the text of {@link #toText}. */
    static PhaseTotals parse(String line) {
        Map<String, Timed> all = new TreeMap<>();
        Arrays.stream(line.split(","))
                .filter(each -> !each.isEmpty())
                .map(each -> each.split(" "))
                .forEach(parts -> all.put(parts[0], new Timed(Long.parseLong(parts[1]), Long.parseLong(parts[2]))));
        return new PhaseTotals(all);
    }
}
