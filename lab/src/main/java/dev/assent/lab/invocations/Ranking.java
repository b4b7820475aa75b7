package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Estimate;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Figures in their order, for sentences that name the largest or the smallest. These sentences also name the next one,
 * and say when the difference is within noise. Immutable.
 *
 * @param sorted the least first, one at least
 */
record Ranking(List<Named> sorted) {
    /** A figure of something. */
    record Named(String name, Estimate figure) {
        private String nextTo(Named best) {
            return (figure.isApartFrom(best.figure) ? ", next " : ", within noise of ") + name;
        }
    }

    /** The ranking of the known figures; empty when none is known. */
    static Optional<Ranking> of(Collection<Named> all) {
        List<Named> sorted = all.stream()
                .filter(each -> !Double.isNaN(each.figure().value()))
                .sorted(Comparator.comparingDouble(each -> each.figure().value()))
                .toList();
        return sorted.isEmpty() ? Optional.empty() : Optional.of(new Ranking(sorted));
    }

    int size() {
        return sorted.size();
    }

    Named least() {
        return sorted.get(0);
    }

    Named most() {
        return sorted.get(size() - 1);
    }

    /** ", next " or ", within noise of ", and the name of the second; empty when there is but one. */
    String afterMost() {
        return size() == 1 ? "" : sorted.get(size() - 2).nextTo(most());
    }

    private String afterLeast() {
        return size() == 1 ? "" : sorted.get(1).nextTo(least());
    }

    /** From the least to the most. */
    @Override
    public String toString() {
        return "%s (%s%s) to %s (%s%s)"
                .formatted(
                        Figures.of(least().figure().value()),
                        least().name(),
                        afterLeast(),
                        Figures.of(most().figure().value()),
                        most().name(),
                        afterMost());
    }

    /** The ranking of the methods that have such a figure; empty when none has. */
    static Optional<Ranking> ofMethods(Function<Payload, Optional<Estimate>> figure) {
        return of(Arrays.stream(Payload.values())
                .flatMap(each -> figure.apply(each).stream().map(found -> new Named(each.method(), found)))
                .toList());
    }
}
