package dev.assent.transport.soap.model;

import dev.assent.harness.HangWatch;
import dev.assent.harness.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** One side of the protocol and a wire, in the schedule of a seed, compared with the state table of the standard. */
abstract class SeededWorld {
    private static final int SEEDS = Integer.getInteger("assent.model.seeds", 4_000);
    private static final int SAMPLE = 150;

    final SplittableRandom random;
    final List<String> history = new ArrayList<>();

    SeededWorld(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Makes a world. */
    interface Maker {
        SeededWorld of(long seed) throws Exception;
    }

    /**
     * Runs worlds; {@code -Dassent.model.seed=N} repeats one.
     *
     * @param whose of whom the worlds are
     * @param stepsMax a world has fewer steps
     */
    static void run(String whose, int stepsMax, Maker maker) throws Exception {
        Long one = Long.getLong("assent.model.seed");
        List<Long> all = LongStream.rangeClosed(1, SEEDS).boxed().toList();
        for (long seed : one != null ? List.of(one) : Sample.of("seeds of " + whose, SAMPLE, all)) {
            HangWatch.progress();
            SeededWorld world = maker.of(seed);
            try {
                for (int i = world.random.nextInt(stepsMax); i > 0; i--) {
                    world.step();
                }
                world.settle();
                world.verify();
            } catch (AssertionError | RuntimeException failed) {
                throw new AssertionError(
                        "seed " + seed + " (-Dassent.model.seed=" + seed + "):\n" + String.join("\n", world.history),
                        failed);
            }
        }
    }

    /** One step of the schedule. */
    abstract void step();

    /** Lets all come to rest, without further losses. */
    abstract void settle();

    /** What must hold at rest. */
    abstract void verify();

    final <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /**
     * One of the messages under way arrives, is lost, or arrives twice.
     *
     * @param chosen from 0 to 99
     * @param arrive below this number, it arrives
     * @param lose else below this number, it is lost
     * @param repeat else below this number, it arrives and a copy arrives later
     * @return false if it is none of these, or no message is under way
     */
    final boolean moves(List<QueuedWire.Packet> underWay, int chosen, int arrive, int lose, int repeat) {
        if (chosen >= repeat || underWay.isEmpty()) {
            return false;
        }
        QueuedWire.Packet packet = one(underWay);
        if (chosen < arrive) {
            packet.arrive();
        } else if (chosen < lose) {
            boolean mayHaveArrived = random.nextBoolean();
            history.add("lost" + (mayHaveArrived ? ": " : ", its sender knows: ") + packet);
            packet.lose(mayHaveArrived);
        } else {
            packet.copy();
            packet.arrive();
        }
        return true;
    }
}
