package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The comparison of two stored runs. */
@Fast
class CompareCommandTest {
    @TempDir
    Path folder;

    private List<String> compared() {
        StringWriter said = new StringWriter();
        int status = new CommandLine(new CompareCommand())
                .setOut(new PrintWriter(said))
                .execute("--results", folder.toString(), "1", "2");
        assertThat(status).isZero();
        return said.toString().lines().toList();
    }

    private static final Measure.Key CALL = new Measure.Key("plain", "native", "none", "", "getInt100", 1, "call");
    private static final Measure.Key OTHER = new Measure.Key("plain", "tcp", "none", "", "getInt100", 1, "call");

    /** So many repeats, which differ by a thousandth. */
    private static void add(Store store, int run, Measure.Key key, int repeats, double micros, boolean isNoisy)
            throws SQLException {
        for (int repeat = 1; repeat <= repeats; repeat++) {
            double own = micros * (1 + 0.001 * repeat);
            StoredRun.add(store, run, key, new StoredRun.Repeat(repeat, 600), own, isNoisy);
        }
    }

    private void store(int repeats, double micros, boolean isNoisy) throws SQLException {
        try (Store store = Store.open(folder)) {
            int run = StoredRun.begin(store, repeats, List.of());
            add(store, run, CALL, repeats, micros, isNoisy);
            add(store, run, OTHER, repeats, 100, isNoisy);
        }
    }

    @Test
    void aDifferenceIsBeyondNoiseWhenTheIntervalsDoNotMeet() throws Exception {
        store(3, 100, false);
        store(3, 110, false);

        List<String> said = compared();

        assertThat(said)
                .filteredOn(line -> line.endsWith("beyond noise"))
                .hasSize(1)
                .first()
                .asString()
                .matches("plain native getInt100 call, us .*\\s1\\.10 beyond noise");
        assertThat(said)
                .last()
                .asString()
                .startsWith("1 of 2 times and throughputs differ by more than noise")
                .contains("0 are UNSURE");
    }

    @Test
    void whereAndHowBothWereMadeIsSaid() throws Exception {
        store(3, 100, false);
        store(1, 100, false);

        assertThat(compared()).element(0).asString().startsWith("A: Run 1 of ").endsWith("measured 3 times.");
        assertThat(compared()).element(1).asString().startsWith("B: Run 2 of ").endsWith("measured once.");
    }

    @Test
    void nothingIsSaidOfWhatWasDisturbed() throws Exception {
        store(3, 100, false);
        store(3, 200, true);

        assertThat(compared())
                .noneMatch(line -> line.endsWith("beyond noise"))
                .last()
                .asString()
                .startsWith("0 of 2 times and throughputs differ by more than noise")
                .contains("2 are UNSURE");
    }

    @Test
    void nothingIsSaidOfOneStartEitherHoweverMuchItDiffers() throws Exception {
        store(1, 100, false);
        store(1, 200, false);

        assertThat(compared())
                .filteredOn(line -> line.endsWith("UNSURE: fewer than three repeats"))
                .hasSize(2);
    }

    /** One repeat, so that nothing is said of times. */
    @Test
    void bytesThatDifferAreNoMatterOfNoise() throws Exception {
        store(1, 100, false);
        store(1, 100, false);
        try (Store store = Store.open(folder);
                Statement statement = store.connection().createStatement()) {
            statement.executeUpdate("UPDATE measure SET bytes = 2 * bytes WHERE run = 2 AND transport = 'native'");
        }

        assertThat(compared())
                .anyMatch(line -> line.matches("plain native getInt100 call, bytes .* 2\\.00 counted exactly.*"))
                .anyMatch(line -> line.startsWith("0 of 2 times and throughputs differ"))
                .anyMatch(line -> line.startsWith("The bytes of 1 differ") && line.contains("0 of those are UNSURE"));
    }

    @Test
    void whatOneRunAloneHasIsCounted() throws Exception {
        store(3, 100, false);
        try (Store store = Store.open(folder)) {
            add(store, StoredRun.begin(store, 3, List.of()), OTHER, 3, 100, false);
        }

        assertThat(compared()).last().asString().isEqualTo("1 were measured only in A.");
    }
}
