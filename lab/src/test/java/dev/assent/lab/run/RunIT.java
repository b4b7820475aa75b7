package dev.assent.lab.run;

import static dev.assent.lab.run.LabProcess.measures;
import static dev.assent.lab.run.LabProcess.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assent.harness.Sampled;
import dev.assent.lab.Machine;
import dev.assent.lab.network.PrivateNetwork;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.RunHeader;
import dev.assent.lab.result.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands as people use them, in processes of their own. */
@Sampled(tests = 1)
class RunIT {
    @TempDir
    Path folder;

    @Test
    void aRunKeepsWhatItMeasuresAndWritesItsReport() throws Exception {
        String said = said(folder, 0, "run", "plain", "--transport", "tcp,tcp", "--seed", "7");

        assertThat(said).contains("10 of 10", "The report of run 1");
        assertThat(measures(folder)).hasSize(10).allSatisfy(each -> {
            assertThat(each.time().count()).isEqualTo(750);
            assertThat(each.time().mean()).isPositive();
        });
        assertThat(Files.readString(folder.resolve("lab-report.html")))
                .contains("1. Calls without a transaction", "getString10000", "<svg")
                .doesNotContain("before it was complete");
        assertThat(said(folder, 0, "query", "SELECT COUNT(*) AS n FROM measure"))
                .contains("10");
        assertThat(said(folder, 0, "query")).contains("quick form");
        assertThat(said(folder, 0, "query", "SELECT AVG(mean_us) AS us, SUM(count) AS n FROM measure"))
                .containsPattern("\\n\\d+\\.\\d{3} +7500\\n");
        assertThat(said(folder, 0, "query", "SELECT histogram FROM measure"))
                .containsPattern("\\nHISTF[A-Za-z0-9+/]+=*\\n");
        assertHeader();
        assertRefused("ASSENT-7006 there is no run 7 in 'lab-results'", "report", "7");
        assertRefused("ASSENT-7008 cannot answer 'DROP TABLE measure'", "query", "DROP TABLE measure");
        try (var left = Files.list(folder.resolve("lab-results"))) {
            assertThat(left.map(each -> each.getFileName().toString())).containsExactly("lab.mv.db");
        }
        if (PrivateNetwork.refusal().isEmpty()) {
            assertBytesAreExact();
        }
    }

    private void assertHeader() throws Exception {
        try (Store store = Store.open(folder.resolve("lab-results"))) {
            RunHeader header = store.run(1).header();
            assertThat(header.options()).isEqualTo("run plain --transport tcp,tcp --seed 7");
            assertThat(header.seed()).isEqualTo(7);
            assertThat(header.machine().commit()).isEqualTo(Machine.here().commit());
            assertThat(header.machine().java()).contains(System.getProperty("java.runtime.version"));
            assertThat(header.roles().jvmOptions()).contains("-XX:+UseSerialGC", "-Xmx768m");
            assertThat(header.roles().fileSystem()).contains(" on ");
            assertThat(header.roles().memoryBytes()).isPositive();
            assertThat(store.failures(1)).isEmpty();
            assertThat(store.costs(1)).hasSize(2 * 10);
        }
    }

    /** One byte asks for 100 numbers of 4 bytes, and the bytes of other programs do not count. */
    private void assertBytesAreExact() throws Exception {
        assertThat(measures(folder).stream()
                        .filter(each -> each.key().subject().equals("getInt100"))
                        .mapToDouble(Measure::bytes))
                .allSatisfy(bytes -> assertThat(bytes).isBetween(401.0, 402.0));
    }

    @Test
    void inSeriesTheMeansOfStepsAreKept() throws Exception {
        said(folder, 0, "run", "plain", "--transport", "tcp", "--warm-up", "10", "--series", "3x12x5");

        assertThat(measures(folder)).hasSize(3 * 10).allSatisfy(each -> {
            assertThat(each.iterations()).isEqualTo(5);
            assertThat(each.time().count()).isEqualTo(12);
            assertThat(each.repeat()).isBetween(1, 3);
        });
        assertThat(Files.readString(folder.resolve("lab-report.html")))
                .contains("3 series of 12 steps of 5 calls", "Each time is the mean of a step of 5:")
                .doesNotContain("before it was complete");
        if (PrivateNetwork.refusal().isEmpty()) {
            assertBytesAreExact();
        }
    }

    /** A client's demarcation is two calls of the coordinator, and no other process sends anything. */
    @Test
    void theBytesOfEachStepAddUpToThoseOfAll() throws Exception {
        said(folder, 0, "run", "demarcation", "--transport", "native", "--warm-up", "100", "--series", "1x200x1");

        Map<String, Double> bytes = measures(folder).stream()
                .filter(each -> each.key().subject().equals("remote client"))
                .collect(Collectors.toMap(each -> each.key().step(), Measure::bytes));
        double create = Objects.requireNonNull(bytes.get("create"));
        double commit = Objects.requireNonNull(bytes.get("commit"));
        double total = Objects.requireNonNull(bytes.get("total"));
        if (PrivateNetwork.refusal().isEmpty()) {
            assertThat(create).isPositive().isLessThan(total);
            assertThat(create + commit).isCloseTo(total, withinPercentage(1));
        }
        assertThat(measures(folder))
                .filteredOn(each -> each.key().subject().equals("inside the server"))
                .hasSize(3)
                .allSatisfy(each -> {
                    assertThat(each.bytes()).isNaN();
                    assertThat(each.packets()).isNaN();
                })
                .filteredOn(each -> each.key().step().equals("total"))
                .allSatisfy(each ->
                        assertThat(each.perSecond()).isCloseTo(1e6 / each.time().mean(), withinPercentage(0.1)));
        assertThat(Files.readString(folder.resolve("lab-report.html")))
                .contains("Bytes of messages, a remote client", "1,168", "Time and bytes of an empty transaction");
    }

    @Test
    void aRunThatIsKilledHasAReportThatSaysWhatIsMissing() throws Exception {
        List<ProcessHandle> all;
        try (LabProcess lab =
                LabProcess.start(folder, "run", "plain", "--transport", "tcp,rmi,native", "--published")) {
            // of one transport all, of the next one some, and of the third one nothing
            lab.awaitSaid("] 13 of 30");
            all = lab.kill();
            LabProcess.awaitGone(all);
        }

        said(folder, 0, "report", "--out", "half.html");
        said(folder, 0, "report", "--out", "half.md");
        int measured = measures(folder).size();
        assertThat(measured).isBetween(13, 19);
        String some = (measured - 10) + " of 10";
        assertHalf("half.html", 30, "<svg", "</html>", ">" + some + "<", ">0 of 10<");
        assertHalf("half.md", 30, "| getInt100 |", "| " + some + " |", "| 0 of 10 |");
    }

    /** Database servers are no children of the lab, and would live on. */
    @Test
    void theDatabaseServersOfAKilledRunEndAndTheirFolderGoesWithTheNextRun() throws Exception {
        try (LabProcess lab =
                LabProcess.start(folder, "run", "commit", "--transport", "native", "--database", "postgresql")) {
            lab.awaitSaid("] 0 of 3");
            List<ProcessHandle> servers = LabProcess.workingIn(folder.resolve("lab-results"));
            assertThat(servers).isNotEmpty();
            List<ProcessHandle> all = lab.kill();

            LabProcess.awaitGone(all);
            LabProcess.awaitGone(servers);
        }
        Path dead = folder.resolve("lab-results").resolve("roles-of-run-1");
        assertThat(dead).isNotEmptyDirectory();

        said(folder, 0, "run", "plain", "--transport", "tcp", "--warm-up", "1", "--series", "1x1x1");

        assertThat(dead).doesNotExist();
    }

    /** The report of a run that has only some of so many planned measures. */
    private void assertHalf(String report, int planned, String... parts) throws Exception {
        String text = Files.readString(folder.resolve(report));
        List<Measure> measured = measures(folder);
        assertThat(text)
                .contains("Run 1 lacks " + (planned - measured.size()) + " of its " + planned
                        + " measurements: it was ended before it was complete.")
                .contains(parts);
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "HUP, 129"})
    void afterCtrlCOrTheEndOfATerminalItsReportHasWhatWasMeasuredAndNothingIsLeft(String signal, int status)
            throws Exception {
        List<ProcessHandle> all;
        try (LabProcess lab = LabProcess.start(folder, "run", "plain", "--transport", "tcp", "--published")) {
            lab.awaitSaid("] 1 of 10");
            all = lab.all();
            lab.signal(signal);

            assertThat(lab.awaitEnd()).isEqualTo(status);
            LabProcess.awaitGone(all);
        }

        assertThat(measures(folder)).hasSizeBetween(1, 9);
        said(folder, 0, "report", "--out", "again.html");
        assertHalf("lab-report.html", 10, "<svg", "</html>", measures(folder).size() + " of 10");
        assertThat(folder.resolve("again.html")).hasSameTextualContentAs(folder.resolve("lab-report.html"));
        assertThat(folder.resolve("lab-results").resolve("roles-of-run-1")).doesNotExist();
    }

    @Test
    void whatIsNotThereIsRefusedWithWhatIs() throws Exception {
        assertRefused("ASSENT-7004 there is no experiment 'nothing'; allowed: plain, context, ", "run", "nothing");
        assertRefused("there is no transport 'pigeon'; allowed: ", "run", "plain", "--transport", "pigeon");
        assertRefused("there is no database 'paper'; allowed: derby", "run", "plain", "--database", "paper");
        assertRefused(
                "'--repeat' has the value '0', which is not allowed; allowed: 1 to 100",
                "run",
                "plain",
                "--repeat",
                "0");
        assertRefused("ASSENT-7017 option '--series' has the value '50x20'", "run", "plain", "--series", "50x20");
        assertRefused(
                "'the number of series in --series' has the value '0', which is not allowed; allowed: 1 to 100",
                "run",
                "plain",
                "--series",
                "0x20x500");
        assertRefused("ASSENT-7005 option '--jdk' has the value '/nowhere'", "run", "plain", "--jdk", "/nowhere");
        assertRefused("ASSENT-7010 option '--swap' goes only with '--hosts 2'", "run", "plain", "--swap");
        assertRefused("ASSENT-7022 there are no results in 'lab-results'", "report", "7");
        assertRefused("ASSENT-7022 there are no results in 'lab-results'", "query");
        assertRefused(
                "ASSENT-7023 experiment 'context' has nothing to measure with transports 'rmi'",
                "run",
                "context",
                "--transport",
                "rmi");
        assertThat(said(folder, 1, "run", "plain", "--out", "nowhere/report.html"))
                .contains("ASSENT-7016 cannot write the report to 'nowhere/report.html'");
        assertThat(folder.resolve("lab-results")).doesNotExist();
    }

    private void assertRefused(String why, String... arguments) throws Exception {
        assertThat(said(folder, 2, arguments)).contains(why).doesNotContain("\tat ");
    }

    @Test
    void withoutANetworkOfItsOwnTheReportSaysWhy() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("programs"));
        Files.createSymbolicLink(programs.resolve("sh"), Path.of("/bin/sh"));

        said(folder, Map.of("PATH", programs.toString()), 0, "run", "demarcation", "--transport", "native");

        assertThat(measures(folder)).hasSize(6);
        assertThat(Files.readString(folder.resolve("lab-report.html")))
                .contains("on a loopback device that others use, too, since there is no program 'ip' on the PATH");
    }

    @Test
    void twoHostsAreRefusedInPlainWordsWhereTheyCannotBeMade() throws Exception {
        assertThat(said(folder, Map.of("PATH", "/nowhere"), 1, "run", "plain", "--hosts", "2"))
                .contains(
                        "ASSENT-7009 cannot make two hosts here: there is no program 'ip' on the PATH",
                        "'--hosts 1' needs none of these")
                .doesNotContain("\tat ");
    }
}
