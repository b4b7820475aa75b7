package dev.assent.testkit.simulation;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Makes a world that breaks a law as small as it can: the fewest choices that still break the same law, and of those the
 * smallest, as Hypothesis does (MacIver and Donaldson, Test-Case Reduction via Test-Case Generation, ECOOP 2020).
 *
 * <ol>
 *   <li>It need not go on until there are so many port calls.
 *   <li>Each of the first choices is set to 0: they draw the character of the world, which is its nodes, clients and
 *   faults.
 *   <li>Spans of choices, from half of all down to one, are set to 0, where the later choices keep their meaning.
 *   <li>Such spans are removed.
 *   <li>Each remaining choice is halved as often as possible.
 *   <li>Again from 3, until nothing is smaller, or enough was tried.
 * </ol>
 *
 * <p>The same world shrinks in the same way, unless the caller stops it earlier. Not thread-safe.
 */
public final class Shrinker {
    /** More than any number that is drawn below a bound. A larger number is an identity, and its size means nothing. */
    private static final long NUMBER_MAX = 1L << 40;

    /** The character of a world is drawn with about as many choices. */
    private static final int CHARACTER_CHOICES = 64;

    private final int worldsMax;
    private final BooleanSupplier isEnough;
    private final Set<Choices> tried = new HashSet<>();
    private int worlds;
    private WorldKind kind = WorldKind.ALONE;
    private Choices best = Choices.NONE;
    private String law = "";

    /**
     * One that has not begun.
     *
     * @param worldsMax how many worlds it may try
     * @param isEnough whether it must come to an end
     */
    public Shrinker(int worldsMax, BooleanSupplier isEnough) {
        this.worldsMax = worldsMax;
        this.isEnough = isEnough;
    }

    /**
     * The smallest world that was found.
     *
     * @param kind of it
     * @param report with its choices
     * @param worlds how many were tried
     */
    public record Found(WorldKind kind, SimulationReport report, int worlds) {}

    /**
     * The first part of a violation's text, before the details. Two violations with the same first part count as the
     * same bug.
     */
    static String lawOf(String violation) {
        int end = violation.indexOf(':');
        return end < 0 ? violation : violation.substring(0, end);
    }

    /**
     * Makes a world smaller.
     *
     * @param first the report of {@link Simulator#replay(long, WorldKind)}
     * @throws IllegalArgumentException when it breaks no law
     */
    public Found shrink(WorldKind ofFirst, SimulationReport first) {
        String violation = first.violation();
        if (violation == null) {
            throw new IllegalArgumentException("the world breaks no law");
        }
        kind = ofFirst;
        best = first.choices();
        law = lawOf(violation);
        dropSteps();
        zeroCharacter();
        Choices before;
        do {
            before = best;
            zeroSpans();
            removeSpans();
            lowerEach();
        } while (!isOver() && best.compareTo(before) < 0);
        return new Found(kind, Simulator.run(kind, best), worlds);
    }

    private boolean isOver() {
        return worlds >= worldsMax || isEnough.getAsBoolean();
    }

    private void dropSteps() {
        WorldKind less = kind.withSteps(0);
        if (kind.steps() > 0 && breaksTheLaw(Simulator.run(less, best))) {
            kind = less;
        }
    }

    private boolean breaksTheLaw(SimulationReport report) {
        worlds++;
        return report.violation() != null && lawOf(report.violation()).equals(law);
    }

    /** Whether other choices break the law, too, and are smaller, as far as they were used; then they are the best. */
    private boolean isBetter(Choices candidate) {
        if (isOver() || !tried.add(candidate.trimmed())) {
            return false;
        }
        SimulationReport report = Simulator.run(kind, candidate);
        if (!breaksTheLaw(report) || report.choices().compareTo(best) >= 0) {
            return false;
        }
        best = report.choices();
        return true;
    }

    private void zeroCharacter() {
        for (int place = 0; place < Math.min(CHARACTER_CHOICES, best.size()); place++) {
            if (best.at(place) != 0) {
                isBetter(best.zeroed(place, place + 1));
            }
        }
    }

    private int largestSpan() {
        return Math.max(1, Integer.highestOneBit(Math.max(1, best.size() / 2)));
    }

    private void zeroSpans() {
        for (int size = largestSpan(); size > 0 && !isOver(); size /= 2) {
            for (int to = best.size(); to > 0; to = Math.min(to, best.size()) - size) {
                int from = Math.max(0, to - size);
                if (!best.isZero(from, to)) {
                    isBetter(best.zeroed(from, to));
                }
            }
        }
    }

    private void removeSpans() {
        for (int size = largestSpan(); size > 0 && !isOver(); size /= 2) {
            for (int to = best.size(); to > 0; to = Math.min(to, best.size()) - size) {
                isBetter(best.without(Math.max(0, to - size), to));
            }
        }
    }

    private void lowerEach() {
        for (int place = best.size() - 1; place >= 0 && !isOver(); place = Math.min(place, best.size()) - 1) {
            lower(place);
        }
    }

    /** Looks for the lowest value that works, between 0, which does not, and the present one, which does. */
    private void lower(int place) {
        long tooLow = 0;
        while (place < best.size() && best.at(place) <= NUMBER_MAX && best.at(place) - tooLow > 1) {
            long half = tooLow + (best.at(place) - tooLow) / 2;
            if (!isBetter(best.with(place, half))) {
                tooLow = half;
            }
        }
    }
}
