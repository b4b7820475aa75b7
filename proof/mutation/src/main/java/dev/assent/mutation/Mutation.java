package dev.assent.mutation;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pitest.mutationtest.engine.MutationDetails;

/**
 * One change of one instruction. Immutable.
 *
 * @param details how PIT knows it
 * @param change the change in words, and which of the same changes on the line it is
 */
record Mutation(MutationDetails details, String change) {
    /** All of a class, in their order. */
    static List<Mutation> all(Collection<MutationDetails> ofClass) {
        Map<Object, List<MutationDetails>> byWords = ofClass.stream().collect(Collectors.groupingBy(Mutation::words));
        return ofClass.stream()
                .map(each -> new Mutation(
                        each, each.getDescription() + which(each, byWords.getOrDefault(words(each), List.of()))))
                .toList();
    }

    private static String which(MutationDetails one, List<MutationDetails> same) {
        return same.size() == 1 ? "" : " (%d of %d on the line)".formatted(same.indexOf(one) + 1, same.size());
    }

    private static List<Object> words(MutationDetails details) {
        return List.of(details.getId().getLocation(), details.getLineNumber(), details.getDescription());
    }

    /** The name of the class, as {@link Class#getName()}. */
    String type() {
        return details.getClassName().asJavaName();
    }

    /** The package of the class. */
    String packageName() {
        return type().substring(0, Math.max(0, type().lastIndexOf('.')));
    }

    /** The name of the method. */
    String method() {
        return details.getMethod();
    }

    /** The line in the source. */
    int line() {
        return details.getLineNumber();
    }

    /** The kind of change, such as {@code NegateConditionals}. */
    String mutator() {
        String name = details.getMutator();
        return name.substring(name.lastIndexOf('.') + 1).replaceFirst("Mutator.*", "");
    }
}
