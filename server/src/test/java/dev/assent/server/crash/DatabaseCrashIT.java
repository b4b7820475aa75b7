package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.backends.Database;
import dev.assent.backends.ServerFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The crash matrix of databases. A run is every fault point once: the process with the node is killed at
 * each, in turns alone, together with the database in the north, and together with the one in the south;
 * at every fourth point of a commit a database is killed under a process that lives on, also in turns.
 *
 * <p>{@code -Dassent.crash.runs=100} makes 100 runs in a row; each begins its turns elsewhere, so that
 * three runs have every combination of a point with what dies with the process, and eight have every
 * combination of a point of a commit with a database that dies alone. The worlds run at the same time.
 */
@Execution(ExecutionMode.CONCURRENT)
class DatabaseCrashIT {
    private static final int RUNS = Integer.getInteger("assent.crash.runs", 1);

    @TempDir
    Path folder;

    private record Stop(CrashPoint point, CrashTarget target) {}

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "derby", "postgresql,mariadb"})
    void everyTransferIsWholeWhateverIsKilledWhereverItIs(String databases) throws Exception {
        List<Database> kinds = Stream.of(databases.split(",")).map(Database::of).toList();
        List<Database> ofBanks = List.of(kinds.get(0), kinds.get(kinds.size() - 1));
        try (ServerFolder servers = ServerFolder.in(folder);
                BankServers started = new BankServers(servers, ofBanks)) {
            for (Bank bank : started.await()) {
                bank.found();
            }
            BankWorld world = new BankWorld(started, folder.resolve("log"), folder.resolve("processes.log"));
            CrashTour tour = new CrashTour(world, new BitSet());
            try {
                tour.begin();
                for (int run = 0; run < RUNS; run++) {
                    make(tour, run, CrashPoint.allWithFullLog(world.refusesAtPrepare()));
                }
                tour.end();
            } finally {
                tour.stop();
            }
        }
    }

    private static void make(CrashTour tour, int run, List<CrashPoint> points) throws Exception {
        long began = System.nanoTime();
        List<String> wrong = new ArrayList<>();
        for (Stop stop : stops(run, points)) {
            String where = "run " + (run + 1) + ", " + stop.point().title() + ", kill -9 of " + stop.target() + ": ";
            try {
                CrashTour.Sight sight = tour.visit(stop.point(), stop.target());
                sight.violations().forEach(each -> wrong.add(where + each));
            } catch (Exception failed) {
                throw new AssertionError(where + failed.getMessage(), failed);
            }
        }
        System.out.printf("crash run %d of %d: %d s%n", run + 1, RUNS, (System.nanoTime() - began) / 1_000_000_000);
        assertThat(wrong).isEmpty();
    }

    private static List<Stop> stops(int run, List<CrashPoint> points) {
        List<Stop> stops = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            CrashPoint point = points.get(i);
            int turn = (run + i) % 3;
            stops.add(new Stop(point, turn == 0 ? CrashTarget.NODE : CrashTarget.nodeAndServer(turn - 1)));
            if (point.scene() == CrashPoint.Scene.COMMIT && (run + i) % 4 == 0) {
                stops.add(new Stop(point, CrashTarget.server((run + i) / 4 % 2)));
            }
        }
        return stops;
    }
}
