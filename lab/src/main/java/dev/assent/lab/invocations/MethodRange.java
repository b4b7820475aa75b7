package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.report.Figures;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The least and the most of a figure that each method has, for a sentence. Immutable.
 *
 * @param sorted the least first, one at least
 */
record MethodRange(List<OfMethod> sorted) {
    /** A figure of a method. */
    record OfMethod(String method, double value) {
        @Override
        public String toString() {
            return Figures.of(value) + " (" + method + ")";
        }
    }

    /** Of those that have one; empty when none has. */
    static Optional<MethodRange> of(Function<Payload, Optional<Double>> figure) {
        List<OfMethod> all = Arrays.stream(Payload.values())
                .flatMap(each -> figure.apply(each).stream()
                        .filter(value -> !value.isNaN())
                        .map(value -> new OfMethod(each.method(), value)))
                .sorted(Comparator.comparingDouble(OfMethod::value))
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(new MethodRange(all));
    }

    int size() {
        return sorted.size();
    }

    @Override
    public String toString() {
        return sorted.get(0) + " to " + sorted.get(sorted.size() - 1);
    }
}
