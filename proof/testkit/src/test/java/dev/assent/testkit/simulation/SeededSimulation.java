package dev.assent.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.harness.HangWatch;
import dev.assent.harness.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Worlds of many seeds; none may break a law. The first ones are always the same, and run until they have shown all
 * sights. The fresh ones differ in every run. {@code -Dassent.seeds=N} says how many are fresh, and {@code
 * -Dassent.seed=N} which one is the first of them.
 */
abstract class SeededSimulation {
    /** By then the first seeds must have shown all. */
    private static final int FIRST_WORLDS_MAX = 20_000;

    private static final int TRACES = 20;

    /** How many worlds are run again, and how many are compared with each other. */
    private static final int COMPARED_WORLDS = !Run.isWhole() ? 30 : 200;

    private static final Path TRACE_FOLDER = Path.of("src/test/resources/simulation");

    private final WorldKind kind;
    private final int freshWorlds;

    SeededSimulation(WorldKind kind, int freshWorldsDefault) {
        this.kind = kind;
        this.freshWorlds = Integer.getInteger("assent.seeds", freshWorldsDefault);
    }

    /** The sights that some world must show; otherwise the simulation tests less than it says. */
    abstract Set<Sight> toBeShown();

    /** The seeds of this kind of world are every second one. */
    private LongStream seedsFrom(long first, long worlds) {
        long least = WorldKind.of(first).equals(kind) ? first : first + 1;
        return LongStream.range(0, worlds).map(i -> least + 2 * i);
    }

    private SimulationReport run(long seed) {
        SimulationReport report = Simulator.run(seed, kind);
        HangWatch.progress();
        if (!report.isClean()) {
            System.out.println(Simulator.replay(seed, kind).fullStory());
        }
        assertThat(report.violation())
                .as("seed " + seed + "; replay: ./assent simulate --seed " + seed + "; cause: " + report.cause())
                .isNull();
        assertThat(report.allPortCalls()).as("port calls of seed " + seed).isGreaterThanOrEqualTo(kind.steps());
        return report;
    }

    @Test
    void noFreshSeedBreaksALaw() {
        long first = Long.getLong("assent.seed", 2 * System.currentTimeMillis());
        System.out.printf("%s: %d worlds from seed %d%n", getClass().getSimpleName(), freshWorlds, first);
        long portCalls = seedsFrom(first, freshWorlds)
                .mapToObj(this::run)
                .mapToLong(SimulationReport::allPortCalls)
                .sum();
        assertThat(portCalls).as("port calls of all").isGreaterThan(10L * freshWorlds);
    }

    @Test
    void theFirstSeedsShowAllThereIs() {
        assumeTrue(Run.isWhole(), "thousands of worlds, which are always the same");
        Set<Sight> unseen = EnumSet.copyOf(toBeShown());
        seedsFrom(1, FIRST_WORLDS_MAX)
                .takeWhile(seed -> !unseen.isEmpty())
                .forEach(seed -> unseen.removeAll(run(seed).sights().keySet()));
        assertThat(unseen).as("what no world has shown").isEmpty();
    }

    @Test
    void theSameSeedGoesTheSameWay() {
        seedsFrom(1, COMPARED_WORLDS).forEach(seed -> {
            SimulationReport once = run(seed);
            SimulationReport again = Simulator.replay(seed, kind);
            SimulationReport thrice = Simulator.replay(seed, kind);
            SimulationReport chosen = Simulator.replay(kind, again.choices());

            assertThat(again.hash()).as("seed " + seed + ", recorded or not").isEqualTo(once.hash());
            assertThat(thrice.history()).as("seed " + seed).isEqualTo(again.history());
            assertThat(chosen.history()).as("seed " + seed + ", by its choices").isEqualTo(again.history());
            assertThat(chosen.choices()).as("seed " + seed).isEqualTo(again.choices());
            assertThat(again.history()).isNotEmpty();
        });
    }

    @Test
    void differentSeedsGoDifferentWays() {
        long distinct = seedsFrom(1, COMPARED_WORLDS)
                .map(seed -> run(seed).hash())
                .distinct()
                .count();
        assertThat(distinct).isEqualTo(COMPARED_WORLDS);
    }

    /**
     * One JDK made the traces on record, and each JDK must make the same. After a change of what worlds draw, make them
     * again with {@code -Dassent.traces.write=true}.
     */
    @Test
    void theTracesAreTheSameOnEveryJdk() throws IOException {
        List<String> traces = seedsFrom(1, TRACES).mapToObj(this::trace).toList();
        Path file = TRACE_FOLDER.resolve(getClass().getSimpleName() + ".txt");
        if (Boolean.getBoolean("assent.traces.write")) {
            Files.createDirectories(TRACE_FOLDER);
            Files.write(file, traces, StandardCharsets.UTF_8);
        }
        assertThat(traces)
                .as("the traces of " + file + "; after a change of the simulator: -Dassent.traces.write=true")
                .isEqualTo(Files.readAllLines(file, StandardCharsets.UTF_8));
    }

    /** The text of its lines is not in it: the order of a {@code Set.of} is another one in every run of a JVM. */
    private String trace(long seed) {
        SimulationReport report = Simulator.replay(seed, kind);
        return seed + " " + Long.toHexString(report.hash()) + " "
                + Integer.toHexString(report.choices().hashCode()) + " "
                + report.history().size();
    }
}
