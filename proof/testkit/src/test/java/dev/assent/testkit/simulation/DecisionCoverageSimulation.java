package dev.assent.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.HangWatch;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The first worlds take most decisions: the branches of the protocols' tables, of the table of XA codes, of the verdicts
 * about answers, and of the two ends of a subordinate. The test prints the lines that have others.
 */
@Sampled
class DecisionCoverageSimulation {
    private static final int WORLDS = !Run.isWhole() ? 300 : 20_000;
    private static final double SHARE_MIN = !Run.isWhole() ? 0.65 : 0.80;

    /** The classes that decide, and the folders of their sources. */
    private static final Map<String, String> WATCHED = watched();

    private static Map<String, String> watched() {
        Map<String, String> watched = new LinkedHashMap<>();
        for (String type : List.of(
                "commit.PresumedAbort",
                "commit.PresumedAbortSubordinate",
                "commit.LastResource",
                "transaction.InPlace",
                "transaction.KnownAnswers",
                "transaction.Subordinate",
                "transaction.Verdict",
                "xa.XaCodes")) {
            watched.put("dev.assent.core." + type, "product/core/src/main/java/");
        }
        for (String type : List.of("CommitEvidence", "RemoteParticipant")) {
            watched.put("dev.assent.remote.superior." + type, "product/remote/src/main/java/");
        }
        return watched;
    }

    @Test
    void mostDecisionsAreTaken() throws IOException {
        Decisions decisions = new Decisions(WATCHED.keySet());
        WorldLoader.Worlds alone = decisions.worlds("run");
        WorldLoader.Worlds several = decisions.worlds("runNodes");
        for (long seed = 1; seed <= WORLDS; seed++) {
            WorldLoader.Worlds worlds = seed % 4 == 0 ? alone : several;
            assertThat(worlds.violation(seed)).as("seed %d", seed).isNull();
            HangWatch.progress();
        }
        Set<Decisions.Line> lines = decisions.lines();
        for (Decisions.Line line : lines) {
            if (line.missed() > 0) {
                System.out.printf(
                        "%d of %d not taken, %s:%d: %s%n",
                        line.missed(), line.all(), line.type(), line.line(), text(line));
            }
        }
        int all = lines.stream().mapToInt(Decisions.Line::all).sum();
        int taken = all - lines.stream().mapToInt(Decisions.Line::missed).sum();
        System.out.printf("%d of %d decisions were taken by %d worlds%n", taken, all, WORLDS);
        assertThat((double) taken / all).as("share of decisions taken").isGreaterThan(SHARE_MIN);
    }

    private static String text(Decisions.Line line) throws IOException {
        for (Map.Entry<String, String> each : WATCHED.entrySet()) {
            if (each.getKey().endsWith("." + line.type())) {
                String path = each.getValue() + each.getKey().replace('.', '/') + ".java";
                return Files.readAllLines(Checkout.path(path))
                        .get(line.line() - 1)
                        .strip();
            }
        }
        throw new IllegalStateException("nobody watches " + line.type());
    }
}
