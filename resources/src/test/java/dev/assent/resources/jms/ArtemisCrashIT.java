package dev.assent.resources.jms;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.backends.ArtemisServer;
import dev.assent.backends.BackendServer;
import dev.assent.backends.PostgresServer;
import dev.assent.backends.ServerFolder;
import dev.assent.core.Assent;
import dev.assent.core.observe.FaultPoint;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.jms.CrashingConsumer.Task;
import dev.assent.resources.jms.CrashingConsumer.Work;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Receive, update PostgreSQL, send: at every fault point of the commit, of a rollback and of recovery, the
 * node is killed, or the broker, or the database, or two of them. Afterwards each message is in exactly one
 * queue, and has its row when it was sent on.
 *
 * <p>A run is every fault point with the node killed, and with one of the other victims, which changes from
 * point to point and from run to run. {@code -Dassent.crash.runs=N} makes N runs. Without it there is a quick
 * one: every fault point with the node killed, and each other victim at one of them.
 */
@Timeout(120)
class ArtemisCrashIT {
    private static final int RUNS = Integer.getInteger("assent.crash.runs", 0);

    private static ServerFolder servers;
    private static ArtemisServer broker;
    private static PostgresServer database;

    @TempDir
    Path folder;

    /** Who is killed; the node, when it is not, goes on. */
    enum Victim {
        NODE(true, false, false),
        BROKER(false, true, false),
        DATABASE(false, false, true),
        NODE_AND_BROKER(true, true, false),
        NODE_AND_DATABASE(true, false, true),
        BROKER_AND_DATABASE(false, true, true);

        final boolean node;
        final boolean broker;
        final boolean database;

        Victim(boolean node, boolean broker, boolean database) {
            this.node = node;
            this.broker = broker;
            this.database = database;
        }
    }

    /** What must hold at the end. */
    enum Fate {
        COMMITTED,
        ROLLED_BACK
    }

    /**
     * A fault point of one work.
     *
     * @param participant 0 the broker, 1 the database, -1 whichever comes
     */
    record Place(Work work, FaultPoint point, int participant, Fate fate) {}

    /** One kill at one place. */
    record Scenario(int run, Place place, Victim victim) {}

    private static List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (int participant = 0; participant < 2; participant++) {
            places.add(new Place(Work.COMMIT, FaultPoint.BEFORE_PREPARE, participant, Fate.ROLLED_BACK));
            places.add(new Place(Work.COMMIT, FaultPoint.AFTER_PREPARE, participant, Fate.ROLLED_BACK));
            places.add(new Place(Work.COMMIT, FaultPoint.BEFORE_COMMIT, participant, Fate.COMMITTED));
            places.add(new Place(Work.COMMIT, FaultPoint.AFTER_COMMIT, participant, Fate.COMMITTED));
            places.add(new Place(Work.ROLL_BACK, FaultPoint.BEFORE_ROLLBACK, participant, Fate.ROLLED_BACK));
            places.add(new Place(Work.ROLL_BACK, FaultPoint.AFTER_ROLLBACK, participant, Fate.ROLLED_BACK));
        }
        places.add(new Place(Work.REFUSE, FaultPoint.BEFORE_ROLLBACK, 0, Fate.ROLLED_BACK));
        places.add(new Place(Work.REFUSE, FaultPoint.AFTER_ROLLBACK, 0, Fate.ROLLED_BACK));
        places.add(new Place(Work.COMMIT, FaultPoint.BEFORE_FORCE, -1, Fate.ROLLED_BACK));
        for (FaultPoint point : List.of(FaultPoint.AFTER_FORCE, FaultPoint.BEFORE_END, FaultPoint.AFTER_END)) {
            places.add(new Place(Work.COMMIT, point, -1, Fate.COMMITTED));
        }
        for (FaultPoint point : List.of(
                FaultPoint.RECOVERY_LISTED,
                FaultPoint.BEFORE_COMMIT,
                FaultPoint.AFTER_COMMIT,
                FaultPoint.RECOVERY_DONE)) {
            places.add(new Place(Work.RECOVER, point, -1, Fate.COMMITTED));
        }
        for (FaultPoint point :
                List.of(FaultPoint.RECOVERY_LISTED, FaultPoint.BEFORE_ROLLBACK, FaultPoint.AFTER_ROLLBACK)) {
            places.add(new Place(Work.RECOVER, point, -1, Fate.ROLLED_BACK));
        }
        return places;
    }

    static Stream<Scenario> scenarios() {
        Victim[] others = Arrays.copyOfRange(Victim.values(), 1, Victim.values().length);
        List<Place> places = places();
        int step = RUNS == 0 ? places.size() / others.length : 1;
        List<Scenario> all = new ArrayList<>();
        for (int run = 0; run < Math.max(1, RUNS); run++) {
            for (int i = 0; i < places.size(); i++) {
                all.add(new Scenario(run, places.get(i), Victim.NODE));
                if (i % step == 0) {
                    all.add(new Scenario(run, places.get(i), others[(i / step + run) % others.length]));
                }
            }
        }
        return all.stream();
    }

    @BeforeAll
    static void start() throws Exception {
        servers = ServerFolder.temporary();
        broker = servers.startArtemis("broker", "in", "out");
        database = servers.startPostgres("orders");
        database.execute("create table purchase (article text unique deferrable initially deferred)");
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void eachMessageIsExactlyOnceOnOneSideWithItsRow(Scenario scenario) throws Exception {
        String message = scenario.toString();
        Path log = folder.resolve("log");
        broker.send("in", message);
        Place place = scenario.place();
        if (place.work() == Work.RECOVER) {
            leaveInDoubt(log, place.fate());
        }
        Task task = new Task(log, place.work(), place.point(), place.participant(), database.url(), broker.url());
        String said = crash(task, scenario.victim());
        recover(log);

        boolean sent = !broker.texts("out").isEmpty();
        if (said.equals(CrashingConsumer.COMMITTED) || said.equals(CrashingConsumer.ROLLED_BACK)) {
            assertThat(sent).isEqualTo(said.equals(CrashingConsumer.COMMITTED));
        }
        if (scenario.victim() == Victim.NODE || place.fate() == Fate.COMMITTED) {
            assertThat(sent).isEqualTo(place.fate() == Fate.COMMITTED);
        }
        assertThat(database.query("delete from purchase returning article"))
                .containsExactlyElementsOf(sent ? List.of(message) : List.of());
        assertThat(broker.drain("out")).containsExactlyElementsOf(sent ? List.of(message) : List.of());
        assertThat(broker.drain("in")).containsExactlyElementsOf(sent ? List.of() : List.of(message));
    }

    /** A node of the same log that was killed before, with both branches in doubt. */
    private void leaveInDoubt(Path log, Fate fate) throws Exception {
        FaultPoint point = fate == Fate.COMMITTED ? FaultPoint.AFTER_FORCE : FaultPoint.BEFORE_FORCE;
        crash(new Task(log, Work.COMMIT, point, -1, database.url(), broker.url()), Victim.NODE);
        assertThat(broker.prepared()).hasSize(1);
        assertThat(database.prepared()).hasSize(1);
    }

    /** Runs a node to its fault point and kills; returns what the node said of its outcome, if it could. */
    private static String crash(Task task, Victim victim) throws Exception {
        Process node = fork(task);
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo(CrashingConsumer.HERE);
            if (victim.node) {
                node.destroyForcibly();
                assertThat(node.waitFor(10, SECONDS)).isTrue();
            }
            List<BackendServer> killed = new ArrayList<>();
            if (victim.broker) {
                killed.add(broker);
            }
            if (victim.database) {
                killed.add(database);
            }
            for (BackendServer each : killed) {
                each.kill();
            }
            String outcome = victim.node ? "" : goOn(node, killed, said);
            restart(killed);
            return outcome;
        } finally {
            node.destroyForcibly();
            assertThat(node.waitFor(10, SECONDS)).isTrue();
        }
    }

    private static String goOn(Process node, List<BackendServer> killed, BufferedReader said) throws IOException {
        node.getOutputStream().write('\n');
        node.getOutputStream().flush();
        restart(killed);
        killed.clear();
        String last = said.readLine();
        assertThat(last).startsWith(CrashingConsumer.DONE);
        return last.substring(CrashingConsumer.DONE.length());
    }

    private static void restart(List<BackendServer> killed) throws IOException {
        for (BackendServer each : killed) {
            each.restart();
        }
    }

    private static Process fork(Task task) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CrashingConsumer.class.getName()));
        command.addAll(List.of(task.toArguments()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The successor finishes what is left; the broker ends what was not prepared when it sees the node gone. */
    private static void recover(Path log) {
        try (Assent assent = CrashingConsumer.open(log, (point, id, participant) -> {});
                JmsPool queues = CrashingConsumer.queues(assent, broker.url());
                JdbcPool orders = CrashingConsumer.orders(assent, database.url())) {
            await().atMost(30, SECONDS).untilAsserted(() -> {
                assertThat(assent.recover().unreachable()).doesNotContain(queues.name(), orders.name());
                assertThat(assent.coordinator().parked()).isEmpty();
            });
            assertThat(broker.prepared()).isEmpty();
            assertThat(database.prepared()).isEmpty();
            await().until(() -> broker.texts("in").size() + broker.texts("out").size() == 1);
        }
    }
}
