package dev.assent.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.MetricsSnapshot;
import dev.assent.harness.Fast;
import dev.assent.harness.TestJvm;
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

@Fast
class StoreTest {
    private static final RunHeader HEADER = new RunHeader(
            "plain",
            "quick form",
            1,
            7,
            "loopback",
            new Machine("cpu", 2, "Linux", "Java", "abc"),
            new RoleEnvironment("-Xint", "ext4 on disk", 1L << 33));

    private static final Spent SPENT = new Spent(
            List.of(new Cost("client", 20_000, 1 << 20)),
            List.of(new PhaseTime("server-1", MetricsSnapshot.Phase.PREPARE.name(), 2, 30_000)));

    private static final StoredFailure FAILURE =
            new StoredFailure(new Measure.Key("plain", "rmi", "none", "", "", 1, ""), 2, "it did not start");

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
                true,
                bytes / 1_000);
    }

    private static RecordedMeasure recorded(Measure measure) {
        return new RecordedMeasure(measure, raw());
    }

    @Test
    void whatIsAddedIsThereAfterTheNextStart() throws Exception {
        Measure first = measure("getInt100", 500);
        Measure uncounted = measure("getString100", Double.NaN);
        int run;
        try (Store store = Store.open(folder)) {
            List<Measure.Planned> plan = List.of(
                    new Measure.Planned(uncounted.key().at(""), 3),
                    new Measure.Planned(first.key().at(""), 1));
            run = store.begin(HEADER, plan);
            assertThat(store.planned(run)).isEqualTo(plan);
            store.add(run, List.of(recorded(first)), SPENT);
            store.add(run, List.of(recorded(uncounted)), Spent.NOTHING);
            store.addDatabase(run, "A database 1.2");
            store.addDatabase(run, "A database 1.2");
            store.addFailure(run, FAILURE);
        }

        try (Store store = Store.open(folder)) {
            assertThat(store.measures(run)).containsExactly(first, uncounted);
            assertThat(store.run(run).header()).isEqualTo(HEADER);
            assertThat(store.run(run).databases()).containsExactly("A database 1.2");
            assertThat(store.failures(run)).containsExactly(FAILURE);
            assertThat(store.costs(run)).containsExactly(new StoredCost(first.key(), 1, "client", 20, 1 << 20));
            assertThat(store.phases(run))
                    .containsExactly(
                            new StoredPhase(first.key(), 1, "server-1", MetricsSnapshot.Phase.PREPARE.name(), 60));
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
            int first = store.begin(HEADER, List.of());
            int second = store.begin(HEADER, List.of());
            store.add(second, List.of(recorded(measure("getInt100", 500))), Spent.NOTHING);

            assertThat(store.measures(first)).isEmpty();
            assertThat(store.measures(second)).hasSize(1);
        }
    }

    @Test
    void whatWasSpentIsThereOnceForAllSteps() throws Exception {
        Measure first = measure("getInt100", 500);
        Measure last = new Measure(
                first.key().at("total"), 1, 1, first.time(), first.perSecond(), 500, 5, true, first.others());
        try (Store store = Store.open(folder)) {
            int run = store.begin(HEADER, List.of());
            store.add(run, List.of(recorded(first), recorded(last)), SPENT);

            assertThat(store.costs(run)).extracting(StoredCost::key).containsExactly(last.key());
            assertThat(store.phases(run)).extracting(StoredPhase::key).containsExactly(last.key());
        }
    }

    /** The last row of the last table is refused: a process killed at that point has written just as much. */
    @Test
    void whatIsWrittenInPartIsNotThereAtAll() throws Exception {
        List<Measure.Planned> plan =
                List.of(new Measure.Planned(measure("getInt100", 1).key().at(""), 1));
        try (Store store = Store.open(folder);
                Statement statement = store.connection().createStatement()) {
            int run = store.begin(HEADER, plan);
            statement.execute("ALTER TABLE phase ADD CONSTRAINT refused CHECK (times < 2)");
            statement.execute("ALTER TABLE planned ADD CONSTRAINT refused_plan CHECK (repeats < 2)");

            assertThatThrownBy(() -> store.add(run, List.of(recorded(measure("getInt100", 500))), SPENT))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> store.begin(
                            HEADER,
                            List.of(plan.get(0), new Measure.Planned(plan.get(0).key(), 2))))
                    .isInstanceOf(SQLException.class);
        }

        try (Store store = Store.open(folder)) {
            assertThat(store.runs()).containsExactly(1);
            assertThat(store.planned(1)).isEqualTo(plan);
            assertThat(store.measures(1)).isEmpty();
            assertThat(store.costs(1)).isEmpty();
        }
    }

    @Test
    void whatOthersHadDecidesWhetherAMeasureIsNoisy() {
        assertThat(measure("getInt100", 99).isNoisy()).isFalse();
        assertThat(measure("getInt100", 101).isNoisy()).isTrue();
        assertThat(measure("getInt100", Double.NaN).isNoisy())
                .as("too short to tell")
                .isFalse();
    }

    @Test
    void tablesOfAnotherVersionAreRefusedInPlainWords() throws Exception {
        try (Store store = Store.open(folder);
                Statement statement = store.connection().createStatement()) {
            statement.execute("UPDATE schema_version SET version = version + 1");
        }
        assertThatThrownBy(() -> Store.open(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "their tables have version %d, which is newer than version %d of this lab",
                        Schema.VERSION + 1, Schema.VERSION);
    }

    @Test
    void tablesThatSayNothingOfTheirVersionAreOfTheFirstOne() throws Exception {
        try (Store store = Store.open(folder);
                Statement statement = store.connection().createStatement()) {
            statement.execute("DROP TABLE schema_version");
        }
        assertThatThrownBy(() -> Store.open(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("version 1, which is older");
    }

    @Test
    void aFolderThatIsInUseIsSaidToBe() throws Exception {
        try (Store open = Store.open(folder)) {
            assertThat(open.measures(1)).isEmpty();
            Process other = new ProcessBuilder(TestJvm.command(Opening.class, folder))
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
