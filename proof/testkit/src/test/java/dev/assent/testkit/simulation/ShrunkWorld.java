package dev.assent.testkit.simulation;

import java.util.List;

/** Shrinks a world, and tells of it in words that go from one class loader to another. */
public final class ShrunkWorld {
    private ShrunkWorld() {}

    /**
     * Shrinks the world of a seed.
     *
     * @return the first violation, how many choices of it were special, how long its history is; the same of the smallest world; its
     *     choices
     */
    public static List<String> of(long seed, boolean hasSeveralNodes, int worldsMax) {
        WorldKind kind = hasSeveralNodes ? WorldKind.SEVERAL : WorldKind.ALONE;
        SimulationReport first = Simulator.replay(seed, kind);
        Shrinker.Found found = new Shrinker(worldsMax, () -> false).shrink(kind, first);
        SimulationReport last = Simulator.replay(found.kind(), found.report().choices());
        return List.of(
                String.valueOf(first.violation()),
                String.valueOf(first.choices().special()),
                String.valueOf(first.history().size()),
                String.valueOf(last.violation()),
                String.valueOf(last.choices().special()),
                String.valueOf(last.history().size()),
                last.choices().toString(),
                String.valueOf(found.worlds()),
                last.story());
    }
}
