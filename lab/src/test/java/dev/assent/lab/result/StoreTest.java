package dev.assent.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.metrics.Phase;
import dev.assent.lab.Machine;
import dev.assent.lab.role.Cost;
import dev.assent.lab.role.PhaseTime;
import dev.assent.lab.role.Recording;
import dev.assent.lab.role.Recordings;
import dev.assent.lab.role.Spent;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
    private static final Store.RunHeader HEADER =
            new Store.RunHeader("plain", "quick form", 1, "loopback", new Machine("cpu", 2, "Linux", "Java", "abc"));

    @TempDir
    Path folder;

    private static Recording raw() {
        return Recordings.of("call", LongStream.rangeClosed(1, 100).map(i -> 1_000 * i));
    }

    private static Measure measure(String subject, double bytes) {
        return new Measure(
                new Measure.Key("plain", "native", "none", "", subject, 1, "call"),
                1,
                1,
                Distribution.of(raw()),
                1_000,
                bytes,
                bytes / 100,
                false);
    }

    @Test
    void whatIsAddedIsThereAfterTheNextStart() throws Exception {
        Measure first = measure("getInt100", 500);
        Measure uncounted = measure("getString100", Double.NaN);
        int run;
        try (Store store = Store.open(folder)) {
            run = store.begin(HEADER);
            List<Measure.Planned> plan = List.of(
                    new Measure.Planned(first.key().at(""), 1),
                    new Measure.Planned(uncounted.key().at(""), 3));
            store.plan(run, plan);
            assertThat(store.planned(run)).isEqualTo(plan);
            Spent spent = new Spent(
                    List.of(new Cost("client", 20_000, 1 << 20)),
                    List.of(new PhaseTime("server-1", Phase.PREPARE, 2, 30_000)));
            store.add(run, first, raw(), spent);
            store.add(run, uncounted, raw(), Spent.NOTHING);
        }

        try (Store store = Store.open(folder)) {
            assertThat(store.measures(run)).containsExactly(first, uncounted);
            assertThat(store.costs(run)).containsExactly(new Store.StoredCost(first.key(), "client", 20, 1 << 20));
            assertThat(store.phases(run))
                    .containsExactly(new Store.StoredPhase(first.key(), "server-1", Phase.PREPARE, 60));
            try (Statement statement = store.connection().createStatement();
                    ResultSet row =
                            statement.executeQuery("SELECT cpu_us, is_complete FROM cost, run WHERE run.id = " + run)) {
                assertThat(row.next()).isTrue();
                assertThat(row.getDouble("cpu_us")).isEqualTo(20);
                assertThat(row.getBoolean("is_complete")).isFalse();
            }
        }
    }

    @Test
    void runsAreApart() throws Exception {
        try (Store store = Store.open(folder)) {
            int first = store.begin(HEADER);
            int second = store.begin(HEADER);
            store.add(second, measure("getInt100", 500), raw(), Spent.NOTHING);

            assertThat(store.measures(first)).isEmpty();
            assertThat(store.measures(second)).hasSize(1);
        }
    }

    @Test
    void aFolderThatIsInUseIsSaidToBe() throws Exception {
        try (Store open = Store.open(folder)) {
            assertThat(open.measures(1)).isEmpty();
            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Opening.class.getName(),
                            folder.toString())
                    .redirectErrorStream(true)
                    .start();
            assertThat(new String(other.getInputStream().readAllBytes())).contains("already in use");
            assertThat(other.waitFor()).isEqualTo(1);
        }
        assertThatThrownBy(() -> Store.open(Path.of("/proc/nothing"))).isInstanceOf(SQLException.class);
    }

    /** Another process that wants the results. */
    static final class Opening {
        private Opening() {}

        public static void main(String[] arguments) {
            try {
                Store.open(Path.of(arguments[0])).close();
            } catch (SQLException refused) {
                System.out.println(refused.getMessage());
                System.exit(1);
            }
        }
    }
}
