package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.lab.Main;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands as people use them, in processes of their own. */
class RunIT {
    private static final int END_SECONDS_MAX = 60;

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(RunIT::kill);
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        started.add(process);
        return process;
    }

    private String said(int status, String... arguments) throws Exception {
        Process process = start(arguments);
        String all = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(all).isEqualTo(status);
        return all;
    }

    private List<Measure> measures() throws Exception {
        try (Store store = Store.open(folder.resolve("lab-results"))) {
            return store.measures(1);
        }
    }

    @Test
    void aRunKeepsWhatItMeasuresAndWritesItsReport() throws Exception {
        String said = said(0, "run", "plain", "--transport", "tcp,native");

        assertThat(said).contains("20 of 20").contains("The report of run 1");
        assertThat(measures()).hasSize(20).allSatisfy(each -> {
            assertThat(each.time().count()).isEqualTo(1_500);
            assertThat(each.time().mean()).isPositive();
        });
        assertThat(Files.readString(folder.resolve("lab-report.html")))
                .contains("1. Calls without a transaction", "getString10000", "<svg")
                .doesNotContain("Not measured");
        assertThat(said(0, "query", "SELECT COUNT(*) AS n FROM measure")).contains("20");
        assertThat(said(0, "query")).contains("QUICK");
    }

    /** One byte asks for 100 numbers of 4 bytes, and nobody else's bytes are counted. */
    @Test
    void bytesAreExactInANetworkOfItsOwn() throws Exception {
        assumeTrue(Network.canBeMade());
        said(0, "run", "plain", "--transport", "tcp");

        assertThat(measures().stream()
                        .filter(each -> each.key().subject().equals("getInt100"))
                        .mapToDouble(Measure::bytes))
                .allSatisfy(bytes -> assertThat(bytes).isBetween(401.0, 402.0));
    }

    @Test
    void aRunThatIsKilledHasAReportThatSaysWhatIsMissing() throws Exception {
        Process process = start("run", "plain", "--transport", "tcp");
        try (BufferedReader said = process.inputReader()) {
            String line = said.readLine();
            while (line != null && !line.contains("] 3 of 10")) {
                line = said.readLine();
            }
            assertThat(line).isNotNull();
            kill(process);
        }
        assertThat(process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();

        said(0, "report", "--out", "half.html");
        said(0, "report", "--out", "half.md");
        assertThat(measures()).hasSizeBetween(3, 4);
        assertThat(Files.readString(folder.resolve("half.html"))).contains("Not measured", "<svg", "</html>");
        assertThat(Files.readString(folder.resolve("half.md"))).contains("Not measured", "| getInt100 |");
    }

    @Test
    void twoRunsAreCompared() throws Exception {
        said(0, "run", "demarcation", "--transport", "native");
        said(0, "run", "demarcation", "--transport", "native", "--jit", "off");

        assertThat(said(0, "compare", "1", "2"))
                .contains("demarcation native remote client create", "beyond noise", "differ by more than noise");
    }

    @Test
    void whatIsNotThereIsRefusedWithWhatIs() throws Exception {
        assertThat(said(2, "run", "nothing")).contains("no experiment 'nothing'", "plain, context");
        assertThat(said(2, "run", "plain", "--transport", "pigeon")).contains("no transport 'pigeon'", "native, ");
        assertThat(said(2, "run", "plain", "--database", "paper")).contains("no database 'paper'", "derby");
        assertThat(said(2, "run", "plain", "--repeat", "0")).contains("--repeat", "1 to 100");
        assertThat(said(2, "run", "plain", "--jdk", "/nowhere")).contains("/nowhere", "bin/java");
        assertThat(said(2, "query", "DROP TABLE measure")).contains("read");
    }
}
