package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.identity.LocalTransactionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A node that works with its log on a simulated disk, and remembers the log's answers. After a crash the test checks
 * the log against them.
 */
final class LogWorld {
    private static final int STEPS = 40;
    private static final int BODY_BYTES_MAX = 6_000;

    private final SplittableRandom random;
    private final SimulatedDisk disk;
    private final Map<TransactionId, List<String>> appended = new HashMap<>();
    private final Map<TransactionId, Integer> durable = new HashMap<>();
    private final Set<TransactionId> released = new HashSet<>();
    private final Map<TransactionId, Integer> unforced = new HashMap<>();
    private long nodes;
    private long sequence;
    private NodeId node = new NodeId(0, 0);
    private int epoch;
    private long tornBatches;
    private long tornCheckpoints;

    LogWorld(long seed, SimulatedDisk disk) {
        this.random = new SplittableRandom(seed);
        this.disk = disk;
    }

    SimulatedDisk disk() {
        return disk;
    }

    /** How often a torn batch was cut. */
    long tornBatches() {
        return tornBatches;
    }

    /** How often a torn checkpoint was passed over. */
    long tornCheckpoints() {
        return tornCheckpoints;
    }

    SplittableRandom random() {
        return random;
    }

    SimulatedStorage mount() {
        return disk.mount(random.split());
    }

    /** Opens the log; checks that it kept its promises, and that its life is a new one. */
    FileDecisionLog open(SimulatedStorage storage) {
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
        FileDecisionLog log = FileDecisionLog.open(storage, options, () -> new NodeId(1, ++nodes));
        if (epoch > 0) {
            assertThat(log.life().node()).isEqualTo(node);
        }
        assertThat(log.life().epoch()).isGreaterThan(epoch);
        node = log.life().node();
        epoch = log.life().epoch();
        tornBatches += log.opening().sectorsCut() > 0 ? 1 : 0;
        tornCheckpoints += log.opening().isCheckpointCut() ? 1 : 0;
        check(log);
        return log;
    }

    private void check(DecisionLog log) {
        Map<TransactionId, List<String>> replayed = new HashMap<>();
        for (ReplayedRecord each : ReplayedRecord.of(log)) {
            replayed.computeIfAbsent(each.id(), id -> new ArrayList<>()).add(each.body());
        }
        replayed.forEach((id, bodies) -> {
            assertThat(appended).containsKey(id);
            assertThat(appended.get(id)).startsWith(bodies.toArray(new String[0]));
        });
        durable.forEach((id, count) -> {
            if (!released.contains(id)) {
                assertThat(replayed).containsKey(id);
                assertThat(replayed.get(id)).hasSizeGreaterThanOrEqualTo(count);
            }
        });
        // Records that were read are durable now; the others are gone for ever.
        durable.clear();
        replayed.forEach((id, bodies) -> durable.put(id, bodies.size()));
        appended.clear();
        appended.putAll(replayed);
        released.clear();
        unforced.clear();
    }

    /** Lives for a while: appends, forces, releases, closes and opens. */
    void live(SimulatedStorage first) {
        FileDecisionLog log = open(first);
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> force(log, append(log));
                case 3 -> append(log);
                case 4, 5 -> release(log);
                case 6 -> again(log);
                default -> force(log, append(log));
            }
        }
        log.close();
    }

    private long append(DecisionLog log) {
        return append(log, new LocalTransactionId(log.life(), ++sequence));
    }

    private long append(DecisionLog log, TransactionId id) {
        String body = random.nextInt() + "x".repeat(random.nextInt(BODY_BYTES_MAX));
        try {
            long position = log.append(RecordKind.DECISION, id, DecisionLogContract.body(body));
            List<String> bodies = appended.computeIfAbsent(id, any -> new ArrayList<>());
            bodies.add(body);
            unforced.put(id, bodies.size());
            return position;
        } catch (LogUnavailableException e) {
            return -1;
        }
    }

    private void force(DecisionLog log, long position) {
        if (position >= 0 && log.force(position, DecisionLogContract.NONE) == Durability.DURABLE) {
            durable.putAll(unforced);
            unforced.clear();
        }
    }

    private void release(DecisionLog log) {
        List<TransactionId> alive =
                appended.keySet().stream().filter(id -> !released.contains(id)).toList();
        if (!alive.isEmpty()) {
            TransactionId id = alive.get(random.nextInt(alive.size()));
            released.add(id);
            log.release(id);
        }
    }

    private void again(DecisionLog log) {
        List<TransactionId> alive =
                appended.keySet().stream().filter(id -> !released.contains(id)).toList();
        if (!alive.isEmpty()) {
            append(log, alive.get(random.nextInt(alive.size())));
        }
    }
}
