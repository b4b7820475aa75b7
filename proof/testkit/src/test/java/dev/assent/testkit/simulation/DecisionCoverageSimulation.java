package dev.assent.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.HangWatch;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Worlds take every decision, except those that {@code decisions.txt} lists with the reason and with the test that takes
 * it instead: the branches of the protocols' tables, of the table of XA codes, of the verdicts about answers, of the
 * ends that no application requested, and of the two ends of a subordinate. Arms of a switch that only throw are for
 * bugs. The test prints the lines that have others. In the short form, with few worlds, a share is enough.
 */
@Sampled
class DecisionCoverageSimulation {
    private static final int WORLDS = !Run.isWhole() ? 300 : 40_000;
    private static final double SHARE_MIN = 0.65;
    private static final int INDENT = 4;

    /** The classes that decide, and the folders of their sources. */
    private static final Map<String, String> WATCHED = watched();

    private final Map<String, List<String>> sources = new LinkedHashMap<>();

    /** The branches of each place, and those that no world took. */
    private final Map<Decisions.Place, Integer> all = new LinkedHashMap<>();

    private final Map<Decisions.Place, Integer> missed = new LinkedHashMap<>();

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
    void everyDecisionIsTakenOrListed() throws IOException {
        Decisions decisions = new Decisions(WATCHED.keySet());
        WorldLoader.Worlds alone = decisions.worlds("run");
        WorldLoader.Worlds several = decisions.worlds("runNodes");
        for (long seed = 1; seed <= WORLDS; seed++) {
            WorldLoader.Worlds worlds = seed % 4 == 0 ? alone : several;
            assertThat(worlds.violation(seed)).as("seed %d", seed).isNull();
            HangWatch.progress();
        }
        count(decisions);
        ListedDecisions listed = ListedDecisions.read();
        List<String> unlisted = print(listed);
        assertThat(listed.problems(all.keySet()))
                .as("problems of decisions.txt")
                .isEmpty();
        if (Run.isWhole()) {
            assertThat(unlisted)
                    .as("decisions that no world took, and that decisions.txt lacks")
                    .isEmpty();
        } else {
            assertThat(1.0 - (double) sum(missed) / sum(all)).as("share").isGreaterThan(SHARE_MIN);
        }
    }

    private void count(Decisions decisions) throws IOException {
        for (Decisions.Line line : decisions.lines()) {
            Decisions.Place place = new Decisions.Place(line.type(), text(line));
            all.merge(place, line.all(), Integer::sum);
            int left = Math.max(0, line.missed() - armsThatThrow(line));
            if (left > 0) {
                missed.merge(place, left, Integer::sum);
            }
        }
    }

    /** A line, with the one before if it only begins a switch: many of those look the same. */
    private String text(Decisions.Line line) throws IOException {
        List<String> source = source(line);
        String text = source.get(line.line() - 1).strip();
        return text.startsWith("switch (") ? source.get(line.line() - 2).strip() + " " + text : text;
    }

    /** The places with more branches that no world took than the list allows. */
    private List<String> print(ListedDecisions listed) {
        List<String> unlisted = new ArrayList<>();
        missed.forEach((place, left) -> {
            String line = "%d of %d not taken, %s".formatted(left, all.get(place), place);
            System.out.println(line);
            if (left > listed.branches(place)) {
                unlisted.add(line);
            }
        });
        listed.places().stream()
                .filter(place -> missed.getOrDefault(place, 0) < listed.branches(place))
                .forEach(place -> System.out.println("listed, but taken: " + place));
        System.out.printf(
                "%d of %d decisions were taken by %d worlds, or are for bugs%n",
                sum(all) - sum(missed), sum(all), WORLDS);
        return unlisted;
    }

    private static int sum(Map<Decisions.Place, Integer> counted) {
        return counted.values().stream().mapToInt(Integer::intValue).sum();
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
