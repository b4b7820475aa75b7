package dev.assent.lab.simulate;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.testkit.simulation.SimulationReport;
import dev.assent.testkit.simulation.Simulator;
import dev.assent.testkit.simulation.WorldKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./assent simulate}: runs worlds, or one of them again. */
@Command(
        name = "simulate",
        customSynopsis = "assent simulate [OPTIONS]",
        description = "Runs Assent's own code in simulated worlds with many faults, each made from a seed, and checks"
                + " the rules in docs/laws.md.")
public final class SimulateCommand implements Callable<Integer> {
    private static final int WORLDS_MAX = 2_000_000_000;
    private static final int THREADS_MAX = 256;
    private static final int PROGRESS_SECONDS = 5;

    /** Fresh seeds are short enough to be typed. */
    private static final long FRESH_SEEDS = 1_000_000_000_000L;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "the first seed (default: a new one); without --time and --worlds, the command runs only the"
                    + " world of this seed and prints its events")
    private @Nullable Long seed;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = TimeLimit.class,
            description = "how long to run worlds, such as 60s, 10m or 2h (default 60s)")
    private @Nullable Duration time;

    @Option(
            names = "--worlds",
            paramLabel = "N",
            description = "how many worlds to run (default: until the time is over)")
    private @Nullable Integer worlds;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "how many nodes each world has (1 to 8; default: worlds of one and of several take turns)")
    private @Nullable Integer nodes;

    @Option(
            names = "--steps",
            paramLabel = "N",
            description = "the least number of calls to log, disk, clock, resources and other nodes in each world"
                    + " before all faults stop (1 to 10000; default 100, in worlds of one node as many as its clients"
                    + " need)")
    private @Nullable Integer steps;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "how many worlds to run at once (1 to 256; default: as many as there are cores)")
    private @Nullable Integer threads;

    @Option(names = "--calls", description = "print every call to the log, disk, clock, resources and other nodes, too")
    private boolean hasCalls;

    @Option(
            names = "--no-shrink",
            description = "when a law is broken, do not look for a smaller world that breaks it, too")
    private boolean isWhole;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "run the world in a file of choices, and print its events")
    private @Nullable Path file;

    /** Runs; status 1 when a law is broken, 2 when an option is not allowed. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        if (isRefused("--worlds", worlds, WORLDS_MAX)
                || isRefused("--nodes", nodes, WorldKind.NODES_MAX)
                || isRefused("--steps", steps, WorldKind.STEPS_MAX)
                || isRefused("--threads", threads, THREADS_MAX)) {
            return 2;
        }
        if (file != null) {
            return replay(file);
        }
        long first = seed == null ? new SplittableRandom().nextLong(FRESH_SEEDS) : seed;
        Duration limit = time == null && worlds == null ? Duration.ofSeconds(60) : time;
        Wanted wanted = new Wanted(
                first,
                nodes,
                steps,
                worlds == null ? Long.MAX_VALUE : worlds,
                limit == null ? Long.MAX_VALUE : limit.toNanos(),
                threads == null ? Runtime.getRuntime().availableProcessors() : threads);
        if (seed != null && time == null && worlds == null) {
            return tell(Simulator.replay(first, wanted.kindOf(first)));
        }
        return new Show(wanted, !isWhole, out(), err()).run(PROGRESS_SECONDS);
    }

    private boolean isRefused(String option, @Nullable Integer value, int max) {
        if (value == null || (value >= 1 && value <= max)) {
            return false;
        }
        err().println(MESSAGES.optionRefused(option, value, max));
        return true;
    }

    private int replay(Path choices) throws IOException {
        List<String> others = others();
        if (!others.isEmpty()) {
            err().println(MESSAGES.simulateReplayAlone(String.join(", ", others)));
            return 2;
        }
        WorldFile world;
        try {
            world = WorldFile.read(choices);
        } catch (IllegalArgumentException refused) {
            err().println(refused.getMessage());
            return 2;
        }
        return tell(Simulator.replay(world.kind(), world.choices()));
    }

    /** The options beside {@code --replay}: the file says all that they could. A switch that is off has a value, too. */
    private List<String> others() {
        List<String> others = new ArrayList<>();
        if (spec != null) {
            spec.options().stream()
                    .filter(each -> isGiven(each) && !each.longestName().equals("--replay"))
                    .filter(each -> !each.usageHelp() && !each.longestName().equals("--calls"))
                    .forEach(each -> others.add(each.longestName()));
        }
        return others;
    }

    private static boolean isGiven(OptionSpec option) {
        return option.getValue() != null && !Boolean.FALSE.equals(option.getValue());
    }

    private int tell(SimulationReport report) {
        out().println(hasCalls ? report.fullStory() : report.story());
        out().println(report.isClean() ? "no law is broken" : "broken: " + report.violation());
        return report.isClean() ? 0 : 1;
    }

    private PrintWriter out() {
        return spec == null
                ? new PrintWriter(System.out, true)
                : spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec == null
                ? new PrintWriter(System.err, true)
                : spec.commandLine().getErr();
    }
}
