package dev.assent.lab.simulate;

import dev.assent.testkit.simulation.WorldKind;
import org.jspecify.annotations.Nullable;

/**
 * Which worlds are to be run, and how many.
 *
 * @param firstSeed those that follow have the seeds that follow
 * @param nodes how many nodes each world has; null when odd seeds have one, and even ones a number that is drawn
 * @param steps how many port calls each world makes at least; null for the default of the kind of world
 * @param worldsMax how many there are at most
 * @param nanosMax none begins after that
 * @param threads how many run at once
 */
record Wanted(
        long firstSeed, @Nullable Integer nodes, @Nullable Integer steps, long worldsMax, long nanosMax, int threads) {
    /** The kind of a seed's world. */
    WorldKind kindOf(long seed) {
        WorldKind kind = WorldKind.of(seed);
        if (nodes != null) {
            kind = (nodes == 1 ? WorldKind.ALONE : WorldKind.SEVERAL).withNodes(nodes);
        }
        return steps == null ? kind : kind.withSteps(steps);
    }

    /** The command that runs one of its worlds again, with its story. */
    String replayOf(long seed) {
        return "./assent simulate --seed " + seed
                + (nodes == null ? "" : " --nodes " + nodes)
                + (steps == null ? "" : " --steps " + steps);
    }
}
