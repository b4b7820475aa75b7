package dev.assent.lab.role;

import dev.assent.core.metrics.Phase;
import dev.assent.remote.ConnectedNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How often, and for how long in all, a server was in each phase of the end of transactions, since it was opened. Immutable.
 *
 * @param all of those that it was in
 */
record PhaseTotals(Map<Phase, Total> all) {
    /**
     * Of one phase.
     *
     * @param nanos of all times together
     */
    record Total(long count, long nanos) {
        static final Total NONE = new Total(0, 0);
    }

    /** Those of a node; none of a server that has no node, and so no transactions. */
    static PhaseTotals of(@Nullable ConnectedNode node) {
        Map<Phase, Total> all = new EnumMap<>(Phase.class);
        if (node != null) {
            node.assent()
                    .metrics()
                    .phases()
                    .forEach((phase, times) -> all.put(phase, new Total(times.count(), times.sumNanos())));
        }
        return new PhaseTotals(all);
    }

    /**
     * What came since, of the phases that there were.
     *
     * @param iterations in that time
     */
    List<PhaseTime> since(PhaseTotals before, String role, long iterations) {
        List<PhaseTime> times = new ArrayList<>();
        all.forEach((phase, now) -> {
            Total then = before.all.getOrDefault(phase, Total.NONE);
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

    /** What {@link #toText} wrote. */
    static PhaseTotals parse(String line) {
        Map<Phase, Total> all = new EnumMap<>(Phase.class);
        Arrays.stream(line.split(","))
                .filter(each -> !each.isEmpty())
                .map(each -> each.split(" "))
                .forEach(parts -> all.put(
                        Phase.valueOf(parts[0]), new Total(Long.parseLong(parts[1]), Long.parseLong(parts[2]))));
        return new PhaseTotals(all);
    }
}
