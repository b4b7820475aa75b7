package dev.assent.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs worlds: one node, or several that call each other, their logs on disks that lose unforced data, resources that
 * fail, hang or crash at any call, and clients, all in one thread and from one seed, on the real classes of Assent. The
 * laws of the design are the oracles. The same seed gives the same world, and so do the same choices.
 *
 * <p>Thread safety: worlds share nothing; several may run at once.
 */
public final class Simulator {
    private Simulator() {}

    /** Runs the world of a seed. */
    public static SimulationReport run(long seed) {
        return run(seed, WorldKind.ALONE);
    }

    /** Runs the world of a seed in which several nodes call each other. */
    public static SimulationReport runNodes(long seed) {
        return run(seed, WorldKind.SEVERAL);
    }

    /** Runs the world of a seed. */
    public static SimulationReport run(long seed, WorldKind kind) {
        return run(kind, new SeededChance(seed), false);
    }

    /** The same, and keeps its history and its choices. */
    public static SimulationReport replay(long seed, WorldKind kind) {
        return run(kind, new RecordedChance(seed), true);
    }

    /** Runs the world of these choices. */
    public static SimulationReport run(WorldKind kind, Choices choices) {
        return run(kind, new ReplayedChance(choices), false);
    }

    /** The same, and keeps its history. */
    public static SimulationReport replay(WorldKind kind, Choices choices) {
        return run(kind, new ReplayedChance(choices), true);
    }

    private static SimulationReport run(WorldKind kind, Chance chance, boolean isRecorded) {
        Profile profile = kind.hasSeveralNodes() ? Profile.drawNodes(chance, kind.nodes()) : Profile.drawAlone(chance);
        return run(chance, profile, kind.steps(), isRecorded);
    }

    /** Runs a world of a given character. */
    static SimulationReport run(long seed, Profile profile, boolean isRecorded) {
        return run(new SeededChance(seed), profile, 0, isRecorded);
    }

    private static SimulationReport run(Chance chance, Profile profile, int steps, boolean isRecorded) {
        World world = new World(chance, profile, steps, isRecorded);
        Ledger ledger = world.ledger();
        try {
            world.run();
        } catch (RuntimeException | Error failed) {
            ledger.broken("no law", "the world ended with " + failed, failed);
        }
        List<Long> portCalls = new ArrayList<>(world.nodes().get(0).portCalls());
        return new SimulationReport(
                chance.choices(),
                world.history().hash(),
                ledger.violation(),
                ledger.cause(),
                world.history().lines(),
                world.history().story(ledger.violation()),
                ledger.sights(),
                ledger.met(),
                world.schedule().passedNanos(),
                portCalls,
                world.stormPortCalls(),
                world.stormCalls(),
                world.nodes().get(0).forces());
    }
}
