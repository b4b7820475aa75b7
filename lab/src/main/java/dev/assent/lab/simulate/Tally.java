package dev.assent.lab.simulate;

import dev.assent.testkit.simulation.Coverage;
import dev.assent.testkit.simulation.Pair;
import dev.assent.testkit.simulation.Sight;
import dev.assent.testkit.simulation.SimulationReport;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The sights of all worlds, added up. Thread safety: all methods may be called by any thread. */
final class Tally {
    private static final double NANOS_PER_HOUR = 3_600e9;

    private final Map<Sight, Long> sights = new EnumMap<>(Sight.class);

    /** How many worlds made so many port calls. */
    private final TreeMap<Long, Long> portCalls = new TreeMap<>();

    private final Set<Pair> met = new HashSet<>();
    private long worlds;
    private double simulatedHours;
    private long processorNanos;

    /** Adds a world, and the time that the processor took for it. */
    synchronized void add(SimulationReport report, long nanos) {
        worlds++;
        processorNanos += nanos;
        simulatedHours += report.simulatedNanos() / NANOS_PER_HOUR;
        portCalls.merge(report.allPortCalls(), 1L, Long::sum);
        met.addAll(report.met());
        report.sights().forEach((sight, times) -> sights.merge(sight, (long) times, Long::sum));
    }

    /** How many worlds there were. */
    synchronized long worlds() {
        return worlds;
    }

    /** How many of them one core makes in a second, by the time of processors that they took. */
    synchronized double worldsPerCoreSecond() {
        return worlds * 1e9 / Math.max(1, processorNanos);
    }

    /** How much time has passed in all worlds together. */
    synchronized double simulatedHours() {
        return simulatedHours;
    }

    /** How many port calls the smallest world made before all faults stopped; 0 without any. */
    synchronized long portCallsMin() {
        return portCalls.isEmpty() ? 0 : portCalls.firstKey();
    }

    /** How many the world in the middle made; 0 without any. */
    synchronized long portCallsMedian() {
        long before = 0;
        for (Map.Entry<Long, Long> each : portCalls.entrySet()) {
            before += each.getValue();
            if (2 * before >= worlds) {
                return each.getKey();
            }
        }
        return 0;
    }

    /** How often each thing was seen. */
    synchronized Map<Sight, Long> sights() {
        return new EnumMap<>(sights);
    }

    /** How many of the pairs of a call and a fault that can be were met. */
    synchronized int pairsMet() {
        Set<Pair> possible = new HashSet<>(Coverage.possible());
        possible.retainAll(met);
        return possible.size();
    }

    /** The sights that no world has shown. */
    synchronized Set<Sight> unseen() {
        Set<Sight> unseen = EnumSet.allOf(Sight.class);
        unseen.removeAll(sights.keySet());
        return unseen;
    }
}
