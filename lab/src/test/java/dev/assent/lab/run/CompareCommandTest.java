package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is said of two stored runs. */
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

    private static boolean isChanged(Measure.Key key) {
        return key.toString().equals("plain native getInt100 call");
    }

    @Test
    void aDifferenceIsBeyondNoiseWhenTheIntervalsDoNotMeet() throws Exception {
        try (Store store = Store.open(folder)) {
            StoredRun.in(store, key -> key.experiment().equals("plain"), key -> 100);
            StoredRun.in(store, key -> key.experiment().equals("plain"), key -> isChanged(key) ? 110 : 100.1);
        }

        List<String> said = compared();

        assertThat(said)
                .filteredOn(line -> line.endsWith("beyond noise"))
                .hasSize(1)
                .first()
                .asString()
                .matches("plain native getInt100 call .*\\s1\\.10 beyond noise");
        assertThat(said)
                .last()
                .asString()
                .startsWith("1 of 40 differ by more than noise")
                .contains("0 were disturbed");
    }

    @Test
    void nothingIsSaidOfWhatWasDisturbed() throws Exception {
        try (Store store = Store.open(folder)) {
            StoredRun.in(store, key -> key.experiment().equals("plain"), key -> 100);
            StoredRun.in(store, key -> key.experiment().equals("plain"), key -> 200, true);
        }

        assertThat(compared())
                .noneMatch(line -> line.endsWith("beyond noise"))
                .last()
                .asString()
                .startsWith("0 of 40 differ by more than noise")
                .contains("40 were disturbed");
    }

    @Test
    void whatOneRunAloneHasIsCounted() throws Exception {
        try (Store store = Store.open(folder)) {
            StoredRun.in(store, key -> key.experiment().equals("plain"), key -> 100);
            StoredRun.in(store, key -> key.transport().equals("tcp"), key -> 100);
        }

        assertThat(compared()).last().asString().isEqualTo("30 were measured in A alone.");
    }
}
