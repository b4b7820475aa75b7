package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.Test;

/**
 * Lets a node live with its log, and crash in every call to its storage in turn: by loss of power, by the
 * end of its process, and by both while it opens the log again. Laws 2, 5, 7 and 8.
 */
@Sampled
class DecisionLogSimulation {
    private static final int SEEDS = Integer.getInteger("assent.log.seeds", !Run.isWhole() ? 4 : 20);

    private static final List<ObjLongConsumer<SimulatedStorage>> FAULTS =
            List.of(SimulatedStorage::crashAtCall, SimulatedStorage::killAtCall, SimulatedStorage::failAtCall);

    private long tornBatches;
    private long tornCheckpoints;

    @Test
    void noForcedRecordIsLostWhicheverCallThePowerGoesIn() {
        everyCall(SimulatedStorage::crashAtCall);
        assertThat(tornBatches).isPositive();
        assertThat(tornCheckpoints).isPositive();
    }

    @Test
    void noForcedRecordIsLostWhicheverCallTheProcessIsKilledIn() {
        everyCall(SimulatedStorage::killAtCall);
    }

    @Test
    void noForcedRecordIsLostWhicheverCallFails() {
        everyCall(SimulatedStorage::failAtCall);
    }

    private void everyCall(ObjLongConsumer<SimulatedStorage> fault) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            long calls = callsOf(seed);
            for (long call = 1; call <= calls; call++) {
                try {
                    run(seed, call, fault);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("seed " + seed + ", call " + call, e);
                }
            }
        }
    }

    private static long callsOf(long seed) {
        LogWorld world = new LogWorld(seed, new SimulatedDisk());
        SimulatedStorage storage = world.mount();
        world.live(storage);
        return storage.calls();
    }

    /** One life with a fault, some attempts to open with faults of any kind, and two lives without. */
    private void run(long seed, long call, ObjLongConsumer<SimulatedStorage> fault) {
        LogWorld world = new LogWorld(seed, new SimulatedDisk());
        SplittableRandom random = world.random();
        SimulatedStorage first = world.mount();
        fault.accept(first, call);
        dies(() -> world.live(first));
        for (int i = random.nextInt(4); i > 0; i--) {
            if (random.nextBoolean()) {
                world.disk().losePower(random);
            }
            SimulatedStorage next = world.mount();
            FAULTS.get(random.nextInt(FAULTS.size())).accept(next, 1 + random.nextInt(24));
            dies(() -> world.open(next).close());
        }
        if (random.nextBoolean()) {
            world.disk().losePower(random);
        }
        world.live(world.mount());
        world.open(world.mount()).close();
        tornBatches += world.tornBatches();
        tornCheckpoints += world.tornCheckpoints();
    }

    /** Lets a life go on until it ends by itself, by a crash, or by a log that cannot be opened. */
    private static void dies(Runnable life) {
        try {
            life.run();
        } catch (SimulatedCrash | LogUnavailableException e) {
            assertThat(e).hasMessageNotContaining("after close");
        }
    }

    @Test
    void aCopiedLogIsSetAsideWholeWhicheverCallTheNewNodeCrashesIn() {
        LogWorld origin = new LogWorld(1, new SimulatedDisk());
        origin.live(origin.mount());
        origin.open(origin.mount()).close();
        byte[] a = origin.disk().content("segment-a");
        byte[] b = origin.disk().content("segment-b");
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (long call = 1; call < 60; call++) {
                SimulatedDisk copy = origin.disk().copy("machine 1, device 1, inode 2");
                NodeId node = settle(copy, seed, call);
                String where = "seed " + seed + ", call " + call;
                assertThat(node.high()).as(where).isEqualTo(9);
                assertThat(setAside(copy, "segment-a")).as(where).isEqualTo(a);
                assertThat(setAside(copy, "segment-b")).as(where).isEqualTo(b);
            }
        }
    }

    /** Opens with a crash in one call, then without; the life after that is the same node's. */
    private static NodeId settle(SimulatedDisk disk, long seed, long call) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulatedStorage first = disk.mount(random);
        if (random.nextBoolean()) {
            first.crashAtCall(call);
        } else {
            first.killAtCall(call);
        }
        dies(() -> open(first, random).close());
        NodeId node;
        try (FileDecisionLog log = open(disk.mount(random), random)) {
            assertThat(ReplayedRecord.of(log)).isEmpty();
            assertThat(log.opening().notice()).isPresent();
            node = log.life().node();
        }
        try (FileDecisionLog log = open(disk.mount(random), random)) {
            assertThat(log.life().node()).isEqualTo(node);
        }
        return node;
    }

    private static byte[] setAside(SimulatedDisk disk, String segment) {
        String name = disk.names().stream()
                .filter(each -> each.startsWith(segment + ".of-"))
                .findFirst()
                .orElseThrow();
        return disk.content(name);
    }

    private static FileDecisionLog open(SimulatedStorage storage, SplittableRandom random) {
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
        return FileDecisionLog.open(storage, options, () -> new NodeId(9, random.nextLong()));
    }
}
