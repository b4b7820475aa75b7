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
import org.junit.jupiter.api.Test;

/**
 * Worlds take most decisions: the branches of the protocols' tables, of the table of XA codes, of the verdicts about
 * answers, of the ends that no application requested, and of the two ends of a subordinate. Arms of a switch that only
 * throw are for bugs. The test prints the lines that have others.
 */
@Sampled
class DecisionCoverageSimulation {
    private static final int WORLDS = !Run.isWhole() ? 300 : 40_000;
    private static final double SHARE_MIN = !Run.isWhole() ? 0.65 : 0.90;
    private static final int INDENT = 4;

    /** The classes that decide, and the folders of their sources. */
    private static final Map<String, String> WATCHED = watched();

    private final Map<String, List<String>> sources = new LinkedHashMap<>();

    private static Map<String, String> watched() {
        Map<String, String> watched = new LinkedHashMap<>();
        for (String type : List.of(
                "commit.PresumedAbort",
                "commit.PresumedAbortSubordinate",
                "commit.LastResource",
                "transaction.FirstEvent",
                "transaction.InPlace",
                "transaction.KnownAnswers",
                "transaction.LateEnd",
                "transaction.Subordinate",
                "transaction.UnaskedEnd",
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
        int all = 0;
        int missed = 0;
        for (Decisions.Line line : decisions.lines()) {
            int left = Math.max(0, line.missed() - armsThatThrow(line));
            all += line.all();
            missed += left;
            if (left > 0) {
                String text = source(line).get(line.line() - 1).strip();
                System.out.printf("%d of %d not taken, %s:%d: %s%n", left, line.all(), line.type(), line.line(), text);
            }
        }
        System.out.printf("%d of %d decisions were taken by %d worlds, or are for bugs%n", all - missed, all, WORLDS);
        assertThat(1.0 - (double) missed / all).as("share").isGreaterThan(SHARE_MIN);
    }

    private int armsThatThrow(Decisions.Line line) throws IOException {
        List<String> source = source(line);
        String text = source.get(line.line() - 1);
        if (!text.contains("switch (")) {
            return 0;
        }
        int indent = indent(text);
        int arms = 0;
        for (int i = line.line(); indent(source.get(i)) > indent; i++) {
            if (indent(source.get(i)) == indent + INDENT && source.get(i).contains("-> throw ")) {
                arms++;
            }
        }
        return arms;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private List<String> source(Decisions.Line line) throws IOException {
        for (Map.Entry<String, String> each : WATCHED.entrySet()) {
            if (each.getKey().endsWith("." + line.type())) {
                String path = each.getValue() + each.getKey().replace('.', '/') + ".java";
                if (!sources.containsKey(path)) {
                    sources.put(path, Files.readAllLines(Checkout.path(path)));
                }
                return sources.get(path);
            }
        }
        throw new IllegalStateException("nobody watches " + line.type());
    }
}
