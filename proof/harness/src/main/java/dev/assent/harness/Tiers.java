package dev.assent.harness;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** The tiers of test classes: each class has exactly one. */
final class Tiers {
    private static final List<String> ALL = List.of("fast", "sampled", "full");

    private Tiers() {}

    /**
     * The tier of a test class.
     *
     * @return "fast", "sampled" or "full"
     * @throws IllegalStateException when it has none, or several
     */
    static String of(Class<?> testClass) {
        List<String> tiers = AnnotationSupport.findRepeatableAnnotations(testClass, Tag.class).stream()
                .map(Tag::value)
                .filter(ALL::contains)
                .distinct()
                .toList();
        if (tiers.size() != 1) {
            throw new IllegalStateException("test class " + testClass.getName() + " has "
                    + (tiers.isEmpty() ? "no tier" : "the tiers " + tiers)
                    + "; allowed: exactly one of @Fast, @Sampled and @Full of dev.assent.harness");
        }
        return tiers.get(0);
    }

    /** How many test methods of a sampled class run in the fast tier. */
    static int sampledTests(Class<?> testClass) {
        return AnnotationSupport.findAnnotation(testClass, Sampled.class)
                .map(Sampled::tests)
                .orElse(Sampled.ALL);
    }

    /**
     * Whether a sampled class runs in the fast tier, or another one of its group.
     *
     * @throws IllegalStateException when it is not in its own group
     */
    static boolean isChosen(Class<?> testClass) {
        List<Class<?>> all = AnnotationSupport.findAnnotation(testClass, OneOf.class)
                .map(group -> List.of(group.value()))
                .orElse(List.of());
        if (all.isEmpty()) {
            return true;
        }
        if (!all.contains(testClass)) {
            throw new IllegalStateException(
                    "test class " + testClass.getName() + " is not among the classes of its @OneOf: " + all);
        }
        List<Class<?>> sorted =
                all.stream().sorted(Comparator.comparing(Class::getName)).toList();
        return Sample.choose(Run.seed(sorted.toString()), 1, sorted).contains(testClass);
    }

    /** The class of a descriptor that is directly below its engine. */
    static Optional<Class<?>> topClass(TestDescriptor top) {
        return top.getSource().flatMap(Tiers::classOf);
    }

    static Optional<Class<?>> classOf(TestSource source) {
        return source instanceof ClassSource ofClass ? Optional.of(ofClass.getJavaClass()) : Optional.empty();
    }
}
