package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Sampled;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import dev.assent.lab.result.StoredFailure;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conclusions of reports on runs whose times are known. */
@Sampled(tests = 7)
class ReportsTest {
    @TempDir
    Path folder;

    /** A context costs 10 us of 100; a transaction of two servers takes 500 us where the work alone takes 200. */
    private static double micros(Measure.Key key) {
        double step = switch (key.experiment()) {
            case "plain" -> key.transport().equals("tcp") ? 25 : 100;
            case "context" -> key.subject().endsWith("no transaction") ? 100 : 110;
            case "demarcation" -> key.subject().equals("inside the server") ? 1 : 50;
            default -> key.scenario().equals("no transactions") ? 100 : 125;
        };
        int steps = key.scenario().equals("no transactions") || key.experiment().equals("demarcation") ? 2 : 4;
        return key.step().equals("total") ? steps * step : step;
    }

    /** A report on three repeats. */
    private String report(boolean isNoisy, ToDoubleFunction<Measure.Key> micros) throws Exception {
        return report(3, isNoisy, micros);
    }

    private String report(int repeats, boolean isNoisy, ToDoubleFunction<Measure.Key> micros) throws Exception {
        try (Store store = Store.open(folder)) {
            StoredRun.in(store, repeats, key -> true, micros, isNoisy);
            return new Reports(store).of(List.of(1)).toMarkdown();
        }
    }

    @Test
    void eachSentenceIsOfWhatWasMeasured() throws Exception {
        assertThat(report(false, ReportsTest::micros))
                .contains("other programs had less than a tenth of a processor")
                .containsPattern(
                        "Over native a call is 9\\.[12]\\d \\(getString100, next get\\w+\\) to 22\\.\\d \\(getString10000, next get\\w+\\)"
                                + " times as fast as was published for JBoss Remoting")
                .containsPattern(
                        "From 100 characters to 10,000 the time of a call over native grows (0\\.99\\d|1\\.0\\d+) ± 0\\.0\\d+ times; published were 2\\.42 times")
                .containsPattern(
                        "Over raw TCP, the bytes of a call's values take 2[45]\\.\\d \\(\\w+, within noise of \\w+\\)"
                                + " to 25\\.\\d \\(\\w+, within noise of \\w+\\) % of the time of a call over native")
                .containsPattern(
                        "Over native a context adds (9\\.\\d+|10\\.\\d).* For 10 of 10 methods that is beyond noise")
                .containsPattern(
                        "Inside of a server over native creating and committing cost (1\\.9\\d|2\\.0\\d) ± 0\\.\\d+ %")
                .containsPattern(
                        "With PostgreSQL a transaction over native adds 1(49|50|51) ± (0\\.\\d+|\\d+) % to its work;"
                                + " published for JBoss Remoting with Derby were 233 %")
                .containsPattern(
                        "With Derby the log adds -?0\\.\\d+ ± \\d\\.\\d+ us to a transaction over native, -?0\\.\\d+ ± \\d\\.\\d+ %, which is within noise")
                .containsPattern(
                        "Over native, PostgreSQL, log on: throughput is highest with 64 clients, next 32 clients. .*"
                                + " (63\\.\\d|64\\.\\d) times that with one client");
    }

    /**
     * The parts of 300 us that are added to 200: 60 + 25 + 20, 15 + 20, and 125 + 20 - 30 + 20 + 10 + 15, by {@link
     * StoredRun}.
     */
    @Test
    void whatATransactionAddsIsTakenApart() throws Exception {
        assertThat(report(false, ReportsTest::micros))
                .contains("| part | native, us | native, % of the work alone | native+http, us |")
                .containsPattern(
                        "\\| phase one: the databases prepare \\| (24\\.\\d|25\\.\\d) \\| 1[23] ± 0\\.\\d+ \\|")
                .containsPattern("\\| all \\| (29\\d|30\\d) ± \\d\\.\\d+ \\| 1(49|50|51) ± (0\\.\\d+|\\d) \\|")
                .containsPattern(
                        "With PostgreSQL a transaction over native adds 1(49|50|51) ± (0\\.\\d+|\\d) %\\. Of these,"
                                + " two-phase commit takes 5[1-4] ± (0\\.\\d+|\\d) in the databases, beyond the"
                                + " commits of the work alone\\. Forced records of logs take 1[78] ± (0\\.\\d+|\\d);"
                                + " calls, contexts, messages and threads (79|8[0-2]) ± (0\\.\\d+|\\d)\\.");
    }

    @Test
    void whatWasNotTimedInsideIsNotTakenApart() throws Exception {
        try (Store store = Store.open(folder)) {
            int run = StoredRun.in(store, key -> true, ReportsTest::micros);
            try (Statement statement = store.connection().createStatement()) {
                statement.executeUpdate("DELETE FROM phase WHERE role = 'coordinator' AND phase = 'FORCE'");
            }
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .contains("What a transaction adds to the work without one")
                    .doesNotContain("| part |")
                    .doesNotContain("beyond the commits of the work alone");
        }
    }

    @Test
    void anotherRunHasOtherSentences() throws Exception {
        assertThat(report(1, false, key -> key.experiment().equals("context") ? 100.001 : micros(key)))
                .containsPattern("For [0-3] of 10 methods that is beyond noise");
    }

    /** A quarter of the time in the client, and half of it in the server, by {@link StoredRun}. */
    @Test
    void whatEachProcessTakesIsInATable() throws Exception {
        assertThat(report(1, false, ReportsTest::micros))
                .contains("|  | client, us | client, MB | server-1, us | server-1, MB |")
                .contains("| native getInt100 | 25.0 | 100 | 50.0 | 200 |")
                .contains("| native postgresql log on transfer 64 clients | 125 | 100 | 250 | 200 |");
    }

    @Test
    void whatProcessesTakeIsInTheOrderOfTheirNumbersWhateverWasMeasuredFirst() throws Exception {
        try (Store store = Store.open(folder)) {
            int run = StoredRun.begin(store, 1, List.of());
            for (int clients : new int[] {16, 2, 4}) {
                Measure.Key key =
                        new Measure.Key("clients", "native", "postgresql", "log on", "transfer", clients, "total");
                StoredRun.add(store, run, key, 100, false);
            }
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .containsSubsequence(
                            "| native postgresql log on transfer 2 clients |",
                            "| native postgresql log on transfer 4 clients |",
                            "| native postgresql log on transfer 16 clients |");
        }
    }

    @Test
    void claimsAreJudgedByWhatWasMeasured() throws Exception {
        assertThat(report(false, ReportsTest::micros))
                .contains(
                        "| Code inside of the server creates and commits empty transactions nearly for nothing. | no figure | not measured |")
                .containsPattern(
                        "2\\.\\d+ ± 0\\.\\d+ % of what it costs a remote client over native; nothing over iiop, soap")
                .contains("| SOAP is 20 times slower for an array of 100 objects. |")
                .containsPattern(
                        "The log costs next to nothing\\. \\| [^|]* \\| not measured \\| over native with Derby it adds")
                .containsPattern("adds 427 % over IIOP [^|]*\\| 427 % \\| not measured \\|")
                .containsPattern("adds 233 % over JBoss Remoting [^|]*\\| 233 % \\| changed \\| 1(49|50|51) ± ");
    }

    @Test
    void whatOneRepeatCannotTellIsSaid() throws Exception {
        assertThat(report(1, false, ReportsTest::micros))
                .contains("Of the measures, all had fewer than three repeats.")
                .containsPattern(
                        "adds 233 % over JBoss Remoting [^|]*\\| 233 % \\| (changed|cannot tell) \\? \\| 1(49|50|51) .* \\?")
                .containsPattern("getInt100 \\|.* 1?\\d\\d(\\.\\d)? \\? \\|")
                .contains("For all of them, fewer than 50 times are beyond the 99th percentile");
    }

    @Test
    void ofThreeRepeatsWithManyTimesNothingIsSaid() throws Exception {
        try (Store store = Store.open(folder)) {
            Measure.Key key = new Measure.Key("plain", "tcp", "none", "", "getInt100", 1, "call");
            int run = StoredRun.begin(store, 3, List.of());
            for (int repeat = 1; repeat <= 3; repeat++) {
                StoredRun.add(store, run, key, new StoredRun.Repeat(repeat, 2_000), 100, false);
            }

            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .doesNotContain("Of the measures,")
                    .doesNotContain("fewer than 50 times");
        }
    }

    @Test
    void chartsHaveTheIntervalsOfThreeRepeatsAndNotOfOne() throws Exception {
        try (Store store = Store.open(folder)) {
            int once = StoredRun.in(store, 1, ReportsTest::isPlain, ReportsTest::micros, false);
            int thrice = StoredRun.in(store, 3, ReportsTest::isPlain, ReportsTest::micros, false);
            Reports reports = new Reports(store);
            assertThat(reports.of(List.of(once)).toHtml()).doesNotContain("class=\"interval\"");
            assertThat(reports.of(List.of(thrice)).toHtml()).contains("class=\"interval\"");
        }
    }

    private static boolean isPlain(Measure.Key key) {
        return key.experiment().equals("plain");
    }

    /** If one of four repeats is disturbed, neither its times nor the cost of its processes count. */
    @Test
    void whatProcessesTookInARepeatThatDoesNotCountIsInNoTable() throws Exception {
        try (Store store = Store.open(folder)) {
            Measure.Key key = new Measure.Key("plain", "tcp", "none", "", "getInt100", 1, "call");
            int run = StoredRun.begin(store, 4, List.of());
            for (int repeat = 1; repeat <= 4; repeat++) {
                boolean isNoisy = repeat == 2;
                StoredRun.add(store, run, key, new StoredRun.Repeat(repeat, 600), isNoisy ? 900 : 100, isNoisy);
            }
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .contains("Disturbed or unsteady repeats are left out of measures that have three others: 1 of 4.")
                    .contains("| tcp getInt100 | 25.0 | 100 | 50.0 | 200 |");
        }
    }

    @Test
    void forWhichMeasuresTheWarmUpWasNotOverIsSaid() throws Exception {
        try (Store store = Store.open(folder)) {
            int run = StoredRun.begin(store, 1, List.of());
            for (String each : List.of("getInt100", "getDouble100", "getDataSet")) {
                Measure.Key key = new Measure.Key("plain", "tcp", "none", "", each, 1, "call");
                StoredRun.add(store, run, key, 100, false);
            }
            try (Statement statement = store.connection().createStatement()) {
                statement.executeUpdate("UPDATE measure SET trend_max = -0.31 WHERE subject = 'getDouble100'");
                statement.executeUpdate("UPDATE measure SET trend_max = 0.2 WHERE subject = 'getDataSet'");
            }
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .contains("| setup | got faster: the warm-up was not over | got slower |")
                    .contains("| plain tcp | getDouble100 call (-31 %) | getDataSet call (+20 %) |")
                    .contains("Of 3 measures other programs have disturbed 0, and 2 still got faster or slower");
        }
    }

    @Test
    void ofWhatIsMissingTheFirstNamesAreToldAndHowManyThereAreBesides() throws Exception {
        try (Store store = Store.open(folder)) {
            List<Measure.Planned> plan = IntStream.rangeClosed(1, 9)
                    .mapToObj(each ->
                            new Measure.Planned(new Measure.Key("plain", "tcp", "none", "", "method" + each, 1, ""), 1))
                    .toList();
            int run = StoredRun.begin(store, 1, plan);
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .contains(
                            "| plain tcp | 0 of 9 | method1; method2; method3; method4; method5; method6; and 3 more |")
                    .contains("Nothing was measured.");
        }
    }

    /** Its processes did not end as they should, when all was measured. */
    @Test
    void whatHasFailedIsToldThoughNothingIsMissing() throws Exception {
        try (Store store = Store.open(folder)) {
            Measure.Key key = new Measure.Key("plain", "tcp", "none", "", "getInt100", 1, "");
            int run = StoredRun.begin(store, 1, List.of(new Measure.Planned(key, 1)));
            StoredRun.add(store, run, key.at("call"), 100, false);
            store.addFailure(run, new StoredFailure(key, 1, "first line\n  at <init> | more"));
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .doesNotContain("are missing")
                    .contains("| plain tcp getInt100 | 1 | first line   at \\<init> \\| more |");
        }
    }

    @Test
    void runsThatWereNotMadeAlikeAreSaidTo() throws Exception {
        try (Store store = Store.open(folder)) {
            StoredRun.begin(store, 1, List.of());
            StoredRun.begin(store, 1, List.of());
            assertThat(new Reports(store).of(List.of(1, 2)).toMarkdown()).doesNotContain("These runs differ");
            try (Statement statement = store.connection().createStatement()) {
                statement.executeUpdate("UPDATE run SET commit_id = 'def' WHERE id = 2");
            }
            assertThat(new Reports(store).of(List.of(1, 2)).toMarkdown())
                    .contains("These runs differ in: machine, JDK or commit.");
        }
    }

    @Test
    void bytesThatWereNotCountedExactlyAreMarked() throws Exception {
        try (Store store = Store.open(folder)) {
            int run = StoredRun.in(store, 1, ReportsTest::isPlain, ReportsTest::micros, false);
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .contains("A call over native exchanges 0.064 (getString10000, next getString1000) to")
                    .doesNotContain("≈ 700");
            try (Statement statement = store.connection().createStatement()) {
                statement.executeUpdate("UPDATE measure SET is_exact = FALSE");
            }
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .contains("A call over native exchanges 0.064 (getString10000, within noise of getString1000) to")
                    .contains("| ≈ 700 | ≈ 2.00 |");
        }
    }

    @Test
    void whereNobodyLookedAtOthersThatIsSaid() throws Exception {
        try (Store store = Store.open(folder)) {
            int run = StoredRun.begin(store, 1, List.of());
            Measure.Key key = new Measure.Key("plain", "tcp", "none", "", "getInt100", 1, "call");
            StoredRun.add(store, run, key, 100, false);
            try (Statement statement = store.connection().createStatement()) {
                statement.executeUpdate("UPDATE measure SET others = NULL");
            }
            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .contains("For all of them the time of other programs is unknown: they took too short a time, or"
                            + " the system does not report it.");
        }
    }

    /** A class that has joined may be gone when its results are read. */
    @Test
    void resultsOfADatabaseThatIsThereNoMoreAreReported() throws Exception {
        try (Store store = Store.open(folder)) {
            int run = StoredRun.begin(store, 1, List.of());
            for (String each : List.of("commit", "clients")) {
                Measure.Key key = new Measure.Key(each, "native", "gone", "log on", "transfer", 1, "total");
                StoredRun.add(store, run, key, 100, false);
            }
            assertThat(new Reports(store).of(List.of(run)).toMarkdown()).contains("native, gone, log on");
        }
    }

    @Test
    void inADisturbedRunVerdictsAreDoubtful() throws Exception {
        assertThat(report(true, ReportsTest::micros))
                .containsPattern("Of ([\\d,]+) measures other programs have disturbed \\1,")
                .containsPattern("\\| 233 % \\| changed \\? \\| 1(49|50|51) ± .* \\?")
                .containsPattern(
                        "Inside of a server over native creating and committing cost [0-9.]+ ± [0-9.]+ % of what a remote client pays\\. \\?");
    }

    @Test
    void whatIsMissingOfARepeatIsNamed() throws Exception {
        try (Store store = Store.open(folder)) {
            Measure.Key key = new Measure.Key("plain", "tcp", "none", "", "getInt100", 1, "");
            int run = StoredRun.begin(
                    store,
                    3,
                    List.of(
                            new Measure.Planned(key, 3),
                            new Measure.Planned(new Measure.Key("plain", "tcp", "none", "", "getDataSet", 1, ""), 2)));
            StoredRun.add(store, run, key.at("call"), 100, false);

            assertThat(new Reports(store).of(List.of(run)).toMarkdown())
                    .contains("Run 1 lacks 4 of its 5 measurements: it was ended before it was complete.")
                    .contains(
                            "| plain tcp | 1 of 5 | getInt100 (repeat 2); getInt100 (repeat 3); getDataSet (repeat 1);"
                                    + " getDataSet (repeat 2) |");
        }
    }

    @Test
    void ofWhatTwoRunsHaveMeasuredTheLastOneCounts() throws Exception {
        try (Store store = Store.open(folder)) {
            StoredRun.in(store, key -> key.experiment().equals("demarcation"), ReportsTest::micros);
            StoredRun.in(store, key -> key.experiment().equals("plain"), key -> 77);
            StoredRun.in(store, key -> key.experiment().equals("plain"), ReportsTest::micros);
            String both = new Reports(store).of(List.of(1, 3, 2)).toMarkdown();

            assertThat(both).contains("Run 1 of", "Run 2 of", "3. Empty transactions", "| getInt100 | 1.05 |");
            assertThat(both).containsPattern("getInt100 \\|.* 7[67]\\.\\d ").contains("Run 2 lacks ");
        }
    }
}
