package dev.assent.lab.simulate;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.simulate.Campaign.Broken;
import dev.assent.testkit.simulation.Coverage;
import dev.assent.testkit.simulation.Shrinker;
import dev.assent.testkit.simulation.SimulationReport;
import dev.assent.testkit.simulation.Simulator;
import dev.assent.testkit.simulation.WorldKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs a campaign and prints its results: progress to one stream, the sum to the other. If a world breaks a law, it
 * prints the smallest world that still breaks it, unless it is to leave that out. Ctrl-C prints the sum, too.
 *
 * <p>Thread safety: one thread.
 */
final class Show {
    private static final int SHRINK_WORLDS_MAX = 20_000;
    private static final long SHRINK_NANOS_MAX = TimeUnit.MINUTES.toNanos(2);
    private static final int LAST_WORDS_SECONDS = 10;

    /** How many worlds a core runs in a second, about. */
    private static final int USUAL_WORLDS = 900;

    /** In less time the JVM has not warmed up. */
    private static final int SECONDS_MIN = 10;

    private final Wanted wanted;
    private final boolean isShrunk;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Campaign campaign;

    Show(Wanted wanted, boolean isShrunk, PrintWriter out, PrintWriter err) {
        this.wanted = wanted;
        this.isShrunk = isShrunk;
        this.out = out;
        this.err = err;
        this.campaign = new Campaign(wanted);
    }

    /**
     * Runs it to its end.
     *
     * @return 1 when a law is broken
     */
    int run(int progressSeconds) throws IOException, InterruptedException {
        CountDownLatch isPrinted = new CountDownLatch(1);
        Thread end = new Thread(() -> stop(isPrinted), "simulate-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            err.println("the first seed is " + wanted.firstSeed());
            campaign.run(progressSeconds, () -> err.println(progress()));
            out.println(sum());
            out.flush();
            warn();
        } finally {
            isPrinted.countDown();
            forget(end);
        }
        Broken broken = campaign.broken();
        if (broken != null) {
            tell(broken);
        }
        return broken == null ? 0 : 1;
    }

    private void warn() {
        long worlds = campaign.tally().worlds();
        boolean isUsual = wanted.nodes() == null && wanted.steps() == null;
        if (isUsual && isSlow(worlds, campaign.seconds(), wanted.threads())) {
            err.println(MESSAGES.simulateSlow(worlds, Math.round(campaign.seconds()), wanted.threads(), USUAL_WORLDS));
        }
    }

    /** Whether so few worlds ran, a tenth of the usual number, that a run without a broken law says little. */
    static boolean isSlow(long worlds, double seconds, int threads) {
        int cores = Math.min(threads, Runtime.getRuntime().availableProcessors());
        return seconds >= SECONDS_MIN && worlds < seconds * cores * USUAL_WORLDS / 10;
    }

    private void stop(CountDownLatch isPrinted) {
        campaign.stop();
        try {
            isPrinted.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread end) {
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException ending) {
            // Ctrl-C: its work is done
        }
    }

    private String progress() {
        Tally tally = campaign.tally();
        return String.format(
                Locale.ROOT,
                "%,d worlds in %.0f s, %.0f a second, %.0f a second of a core; %.1f simulated hours; %d things never seen",
                tally.worlds(),
                campaign.seconds(),
                tally.worlds() / campaign.seconds(),
                tally.worldsPerCoreSecond(),
                tally.simulatedHours(),
                tally.unseen().size());
    }

    private String sum() {
        Tally tally = campaign.tally();
        return String.format(
                Locale.ROOT,
                """
                worlds            %,d, from seed %d, in %.1f s
                rate              %.1f a second with %d threads; %.1f a second of a core
                port calls        %,d in the smallest world, %,d in the middle one, before all faults stop
                simulated time    %,.1f hours
                faults            %d of %d pairs of a call of a port and a fault
                seen              %s
                never seen        %s
                laws              %s""",
                tally.worlds(),
                wanted.firstSeed(),
                campaign.seconds(),
                tally.worlds() / campaign.seconds(),
                wanted.threads(),
                tally.worldsPerCoreSecond(),
                tally.portCallsMin(),
                tally.portCallsMedian(),
                tally.simulatedHours(),
                tally.pairsMet(),
                Coverage.possible().size(),
                tally.sights(),
                tally.unseen().isEmpty() ? "nothing is missing" : tally.unseen(),
                campaign.broken() == null
                        ? "none is broken"
                        : "broken in the world of seed " + campaign.broken().seed());
    }

    private void tell(Broken broken) throws IOException {
        WorldKind kind = wanted.kindOf(broken.seed());
        out.println();
        out.println("seed " + broken.seed() + " breaks " + broken.violation());
        out.println("all of it:  " + wanted.replayOf(broken.seed()));
        out.flush();
        if (!isShrunk) {
            return;
        }
        err.println("looking for a smaller world that breaks the same law, for two minutes at most");
        long start = System.nanoTime();
        Shrinker shrinker = new Shrinker(SHRINK_WORLDS_MAX, () -> System.nanoTime() - start > SHRINK_NANOS_MAX);
        Shrinker.Found found = shrinker.shrink(kind, Simulator.replay(broken.seed(), kind));
        Path file = Path.of("simulate-" + broken.seed() + ".choices");
        new WorldFile(found.kind(), found.report().choices().trimmed())
                .write(file, "of seed " + broken.seed() + ": " + found.report().violation());
        SimulationReport last = Simulator.replay(found.kind(), found.report().choices());
        out.println("the least:  ./assent simulate --replay " + file);
        out.println();
        out.println(last.story());
    }
}
