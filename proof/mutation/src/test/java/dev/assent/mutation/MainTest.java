package dev.assent.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutants of small classes whose tests are good, bad, or missing. */
@Fast
class MainTest {
    private static final String TOY = "dev.assent.toy.";

    @TempDir
    Path module;

    @BeforeEach
    void makeModule() throws IOException {
        copy("classes", "Account", "Countdown");
        copy("test-classes", "AccountTest", "CarelessTest", "CountdownTest");
    }

    private void copy(String folder, String... types) throws IOException {
        Path target = Files.createDirectories(module.resolve("target/" + folder + "/dev/assent/toy"));
        for (String each : types) {
            try (InputStream in = getClass().getResourceAsStream("/dev/assent/toy/" + each + ".class")) {
                Files.copy(in, target.resolve(each + ".class"));
            }
        }
    }

    /** A test with a limit that it must not reach gets a long one. */
    private Options options(String type, int slackSeconds, int sample) {
        return new Options(
                module,
                module.resolve("target/classes"),
                List.of(module.resolve("target/test-classes")),
                List.of(TOY + type),
                sample,
                1,
                0,
                1,
                slackSeconds,
                "fast",
                100);
    }

    private static Map<String, Set<Verdict>> byMethod(Report report) {
        return report.results().stream()
                .collect(Collectors.groupingBy(
                        each -> each.mutation().method(),
                        TreeMap::new,
                        Collectors.mapping(Result::verdict, Collectors.toSet())));
    }

    @Test
    void class_namedAfterAnExclamationMark_isLeftOut() {
        Properties properties = new Properties();
        properties.setProperty("mutation.classes", "dev.assent.toy., !dev.assent.toy.Account");
        Options options = Options.read(properties);

        assertThat(options.changes(TOY + "Countdown")).isTrue();
        assertThat(options.changes(TOY + "Account")).isFalse();
        assertThat(options.changes("dev.assent.other.Countdown")).isFalse();
    }

    @Test
    void mutants_ofAMethod_areKilledByAGoodTestAlone() throws Exception {
        Report report = Main.report(options("Account", 900, 0));

        assertThat(byMethod(report))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "fee", Set.of(Verdict.KILLED),
                        "withdraw", Set.of(Verdict.KILLED),
                        "balance", Set.of(Verdict.KILLED),
                        "deposit", Set.of(Verdict.SURVIVED),
                        "half", Set.of(Verdict.NOT_COVERED)));
        assertThat(report.results()).hasSizeGreaterThan(8);
        assertThat(report.text())
                .contains(
                        "| `dev.assent.toy.Account` | `deposit` | 34 | Math | Replaced integer addition with subtraction |");
        assertThat(report.write()).content().isEqualTo(report.text());
    }

    @Test
    void aMutant_thatNeverEnds_isKilledByTime() throws Exception {
        Report report = Main.report(options("Countdown", 1, 0));

        assertThat(report.results())
                .filteredOn(each -> each.mutation().change().contains("subtraction with addition"))
                .singleElement()
                .extracting(Result::verdict)
                .isEqualTo(Verdict.TIMED_OUT);
    }

    @Test
    void aSample_ofOneSeed_isTheSameAgain() throws Exception {
        Report first = Main.report(options("Account", 900, 4));
        Report second = Main.report(options("Account", 900, 4));

        assertThat(first.results()).hasSize(4).isEqualTo(second.results());
    }

    @Test
    void anOption_withABadValue_isRefusedByItsName() {
        Properties properties = new Properties();
        properties.setProperty("mutation.threads", "0");

        assertThatThrownBy(() -> Options.read(properties))
                .hasMessage("property 'mutation.threads' has the value '0'; allowed: a whole number from 1 to 64");
    }

    @Test
    void aModule_thatIsNotThere_isRefusedByItsFolder() {
        Properties properties = new Properties();
        properties.setProperty("mutation.main", "no-module/target/classes");

        assertThatThrownBy(() -> Main.report(Options.read(properties)))
                .hasMessageContaining("no-module")
                .hasMessageEndingWith("allowed: -Dmutation=core, -Dmutation=remote");
    }

    @Test
    void anInterval_isThatOfWilson() {
        assertThat(Score.share(80, 100)).isEqualTo("80.0 % (71.1 to 86.7)");
        assertThat(Score.share(0, 10)).isEqualTo("0.0 % (0.0 to 27.8)");
        assertThat(Score.share(0, 0)).isEqualTo("-");
    }
}
