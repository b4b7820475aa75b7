package dev.assent.harness;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves out the tests that the {@linkplain Run#tier() tier of the run} does not have, and refuses a test class without
 * a tier, or with two. A nested class has the tier of the class around it.
 *
 * <p>Thread safety: used by one thread, that of the launcher.
 */
public final class TierFilter implements PostDiscoveryFilter {
    private final Run.Tier tierOfRun;
    private @Nullable TestDescriptor sampled;
    private Set<UniqueId> chosen = Set.of();

    /** Made by the launcher. */
    public TierFilter() {
        this(Run.tier());
    }

    /** The filter of a run of this tier. */
    TierFilter(Run.Tier tierOfRun) {
        this.tierOfRun = tierOfRun;
    }

    @Override
    public FilterResult apply(TestDescriptor test) {
        TestDescriptor top = top(test);
        Class<?> testClass = Tiers.topClass(top).orElse(null);
        if (testClass == null) {
            return FilterResult.included("no class has it");
        }
        String tier = Tiers.of(testClass);
        return FilterResult.includedIf(
                switch (tierOfRun) {
                    case FAST ->
                        tier.equals("fast")
                                || (tier.equals("sampled")
                                        && Tiers.isChosen(testClass)
                                        && (!isMethod(test) || isChosen(test, top, testClass)));
                    case FULL -> true;
                    case REST -> !tier.equals("fast");
                });
    }

    private boolean isChosen(TestDescriptor test, TestDescriptor top, Class<?> testClass) {
        if (sampled != top) { // nothing of it was left out yet
            List<UniqueId> all = top.getDescendants().stream()
                    .filter(TierFilter::isMethod)
                    .map(TestDescriptor::getUniqueId)
                    .toList();
            chosen = Set.copyOf(Sample.choose(Run.seed(testClass.getName()), Tiers.sampledTests(testClass), all));
            sampled = top;
        }
        return chosen.contains(test.getUniqueId());
    }

    private static boolean isMethod(TestDescriptor test) {
        return test.getSource().filter(MethodSource.class::isInstance).isPresent();
    }

    private static TestDescriptor top(TestDescriptor test) {
        TestDescriptor top = test;
        while (true) {
            TestDescriptor parent = top.getParent().orElse(top);
            if (parent.isRoot()) {
                return top;
            }
            top = parent;
        }
    }
}
