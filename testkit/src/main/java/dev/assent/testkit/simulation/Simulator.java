package dev.assent.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs worlds: one node, or several that call each other, their logs on disks that loses what was not forced, resources that fail, hang or
 * crash at any call, and clients, all in one thread and from one seed, on the real classes of Assent.
 * The laws of the design are the oracles. The same seed gives the same world.
 *
 * <p>Thread safety: worlds share nothing; several may run at once.
 */
public final class Simulator {
    private Simulator() {}

    /** Runs the world of a seed. */
    public static SimulationReport run(long seed) {
        return drawn(seed, false);
    }

    /** Runs the world of a seed, and keeps its history. */
    public static SimulationReport replay(long seed) {
        return drawn(seed, true);
    }

    /** Runs the world of a seed in which several nodes call each other. */
    public static SimulationReport runNodes(long seed) {
        return drawnNodes(seed, false);
    }

    /** The same, and keeps its history. */
    public static SimulationReport replayNodes(long seed) {
        return drawnNodes(seed, true);
    }

    private static SimulationReport drawnNodes(long seed, boolean isRecorded) {
        Chance chance = new Chance(seed);
        return run(seed, chance, Profile.drawNodes(chance), isRecorded);
    }

    private static SimulationReport drawn(long seed, boolean isRecorded) {
        Chance chance = new Chance(seed);
        return run(seed, chance, Profile.draw(chance), isRecorded);
    }

    /** Runs a world of a given character. */
    static SimulationReport run(long seed, Profile profile, boolean isRecorded) {
        return run(seed, new Chance(seed), profile, isRecorded);
    }

    private static SimulationReport run(long seed, Chance chance, Profile profile, boolean isRecorded) {
        World world = new World(chance, profile, isRecorded);
        world.run();
        Ledger ledger = world.ledger();
        List<Long> portCalls = new ArrayList<>(world.nodes().get(0).portCalls());
        return new SimulationReport(
                seed,
                world.history().hash(),
                ledger.violation(),
                ledger.cause(),
                world.history().lines(),
                ledger.sights(),
                portCalls,
                world.stormPortCalls(),
                world.stormCalls(),
                world.nodes().get(0).forces());
    }
}
