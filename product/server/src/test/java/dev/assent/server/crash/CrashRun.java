package dev.assent.server.crash;

import dev.assent.backends.QuickJvm;
import dev.assent.harness.HangWatch;
import dev.assent.harness.Run;
import dev.assent.harness.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs of the crash matrix on one world. A run is every fault point once with the process killed there; at
 * every third point servers die together with it, and at every third they die under a process that lives on:
 * that in the north, that in the south and both, in turns.
 *
 * <p>Each run begins these turns elsewhere, so that nine runs have every combination of a point with what
 * dies there. The seed of the build chooses the first; {@code -Dassent.crash.runs=100} makes 100 runs in a row.
 */
final class CrashRun {
    private static final int RUNS = Integer.getInteger("assent.crash.runs", 1);

    /** How many runs have every combination. */
    static final int RUNS_OF_A_CYCLE = 9;

    /** The first run of a build: the seed chooses it. */
    private static final int FIRST = Math.floorMod(Run.seed(), RUNS_OF_A_CYCLE);

    private static final List<CrashTarget> WITH_NODE =
            List.of(CrashTarget.NODE_AND_NORTH, CrashTarget.NODE_AND_SOUTH, CrashTarget.NODE_AND_BOTH);

    private static final List<CrashTarget> WITHOUT_NODE =
            List.of(CrashTarget.NORTH, CrashTarget.SOUTH, CrashTarget.BOTH);

    private CrashRun() {}

    /** The target that is killed at a point. */
    record Stop(CrashPoint point, CrashTarget target) {}

    /** The stops of a run, numbered from 0. */
    static List<Stop> stops(int run, List<CrashPoint> points) {
        List<Stop> stops = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            int turn = (run + i) % RUNS_OF_A_CYCLE;
            stops.add(new Stop(points.get(i), turn % 3 == 0 ? WITH_NODE.get(turn / 3) : CrashTarget.NODE));
            if (turn % 3 == 1) {
                stops.add(new Stop(points.get(i), WITHOUT_NODE.get(turn / 3)));
            }
        }
        return stops;
    }

    /** How the processes of a world are started whose folder is this one: for one stop it does not pay to learn. */
    static QuickJvm jvm(Path folder) throws IOException {
        return Run.isWhole() ? QuickJvm.sharingClasses(folder.resolve("classes")) : QuickJvm.plain();
    }

    /**
     * Makes as many runs as are asked for, in the fast tier one stop of each, and prints a line for each.
     *
     * @param title names the world, for people
     * @throws AssertionError when something is wrong, with the run, the point and the target
     */
    static void makeAll(CrashWorld world, String title) throws Exception {
        List<CrashPoint> points = CrashPoint.inAllScenes(world.refusesAtPrepare());
        List<List<Stop>> runs = IntStream.range(0, RUNS)
                .mapToObj(run -> Sample.of("stops on " + title, 1, ofTier(stops(FIRST + run, points))))
                .toList();
        CrashTour tour = new CrashTour(world, new BitSet());
        try {
            if (Run.isWhole()) {
                tour.learn();
            }
            tour.begin();
            if (runs.stream()
                    .flatMap(List::stream)
                    .anyMatch(stop -> stop.point().scene() == CrashPoint.Scene.CHECKPOINT)) {
                tour.crowdLog();
            }
            for (int run = 0; run < RUNS; run++) {
                make(tour, runs.get(run), run + 1, title);
            }
            tour.end();
        } finally {
            tour.stop();
        }
    }

    /** All in the full tier. In the fast one no stop at a checkpoint: it comes only when the log is full. */
    private static List<Stop> ofTier(List<Stop> stops) {
        return Run.isWhole()
                ? stops
                : stops.stream()
                        .filter(stop -> stop.point().scene() != CrashPoint.Scene.CHECKPOINT)
                        .toList();
    }

    private static void make(CrashTour tour, List<Stop> stops, int run, String title) {
        long sinceNanos = System.nanoTime();
        for (Stop stop : stops) {
            make(tour, stop, "run " + run + " on " + title);
            HangWatch.progress();
        }
        System.out.printf(
                "crash run %d of %d on %s: %d stops in %d s, %,d transfers so far%n",
                run,
                RUNS,
                title,
                stops.size(),
                (System.nanoTime() - sinceNanos) / 1_000_000_000,
                tour.committed().cardinality());
    }

    private static void make(CrashTour tour, Stop stop, String run) {
        String where = run + ", " + stop.point().title() + ", kill -9 of " + stop.target();
        try {
            List<String> violations = tour.visit(stop.point(), stop.target()).violations();
            if (!violations.isEmpty()) {
                throw new AssertionError(where + ": " + String.join("; ", violations));
            }
        } catch (Exception failed) {
            throw new AssertionError(where + ": " + failed.getMessage(), failed);
        }
    }
}
