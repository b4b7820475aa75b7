package dev.assent.testkit.simulation.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of the laws is right about oracles, tests and planted bugs. */
@Fast
class LawsPageTest {
    private static final int LAWS = 22;
    private static final Path ORACLES = Path.of("src/main/java/dev/assent/testkit/simulation");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** A row of the page. */
    private record Row(int law, boolean hasOracle, List<String> tests, List<String> planted) {
        static Row of(String line) {
            String[] cells = line.split("\\|", -1);
            return new Row(
                    Integer.parseInt(cells[1].strip()),
                    cells[3].strip().equals("yes"),
                    codes(cells[4]),
                    codes(cells[5]));
        }

        private static List<String> codes(String cell) {
            return CODE.matcher(cell)
                    .results()
                    .map((MatchResult each) -> each.group(1))
                    .toList();
        }
    }

    private static List<Row> rows() throws IOException {
        return Files.readAllLines(Checkout.path("docs/design/laws.md")).stream()
                .filter(line -> line.matches("\\| \\d+ \\|.*"))
                .map(Row::of)
                .toList();
    }

    @Test
    void everyLawHasARowAndATest() throws IOException {
        assertThat(rows())
                .extracting(Row::law)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, LAWS).boxed().toList());
        assertThat(rows()).allSatisfy(row -> assertThat(row.tests()).isNotEmpty());
    }

    @Test
    void theOraclesAreThoseOfTheSimulator() throws IOException {
        String sources;
        try (Stream<Path> files = Files.list(ORACLES)) {
            sources = files.map(LawsPageTest::read).collect(Collectors.joining());
        }
        assertThat(rows())
                .allSatisfy(row -> assertThat(row.hasOracle())
                        .as("oracle of law " + row.law())
                        .isEqualTo(sources.contains("\"law " + row.law() + "\"")));
    }

    @Test
    void theTestsAreThere() throws IOException {
        Set<String> files =
                Checkout.sources().map(each -> each.getFileName().toString()).collect(Collectors.toSet());
        assertThat(rows())
                .allSatisfy(row -> assertThat(row.tests())
                        .allSatisfy(test -> assertThat(files).contains(test + ".java")));
    }

    @Test
    void thePlantedBugsAreThoseThatTheOracleMustFind() throws IOException {
        List<Planted> bugs = Stream.<Planted>concat(
                        Arrays.stream(PlantedBug.values()), Arrays.stream(PlantedNodeBug.values()))
                .toList();
        assertThat(rows())
                .allSatisfy(row -> assertThat(row.planted())
                        .as("planted bugs of law " + row.law())
                        .containsExactlyElementsOf(bugs.stream()
                                .filter(bug -> bug.spot().laws().contains("law " + row.law()))
                                .map(Object::toString)
                                .toList()));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
