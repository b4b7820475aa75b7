package dev.assent.harness;

import java.util.Locale;

/**
 * The options of this JVM's tests. The build sets {@code assent.tier} and {@code assent.seed}; if it does not, as in an
 * IDE, every test runs whole.
 *
 * <p>Thread safety: safe to share.
 */
public final class Run {
    /** How much of the tests runs. */
    public enum Tier {
        /** The tests that a contributor runs before each push. */
        FAST,
        /** All. */
        FULL,
        /** The tests of all classes that the fast tier does not run whole. */
        REST;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Tier TIER = readTier(System.getProperty("assent.tier", "full"));
    private static final long SEED = Long.getLong("assent.seed", System.currentTimeMillis());

    private Run() {}

    /** The tier of this run. A test that is named on the command line ({@code -Dtest=NAME}) runs whole. */
    public static Tier tier() {
        return isNamed("test") || isNamed("it.test") ? Tier.FULL : TIER;
    }

    /** Whether a test class that is {@link Sampled} runs whole. */
    public static boolean isWhole() {
        return tier() != Tier.FAST;
    }

    private static boolean isNamed(String property) {
        return !System.getProperty(property, "").isEmpty();
    }

    private static Tier readTier(String name) {
        for (Tier tier : Tier.values()) {
            if (tier.toString().equals(name)) {
                return tier;
            }
        }
        throw new IllegalArgumentException(
                "property 'assent.tier' has the value '" + name + "'; allowed: fast, full, rest");
    }

    /** The seed of this run: another one in each build. {@code -Dassent.seed=N} repeats a run's choices. */
    public static long seed() {
        return SEED;
    }

    /** The seed of one choice of this run. */
    static long seed(String choice) {
        return SEED * 31 + choice.hashCode();
    }
}
