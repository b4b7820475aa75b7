package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.backends.Freeze;
import dev.assent.backends.PostgresServer;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import dev.assent.harness.TestJvm;
import dev.assent.resources.assembly.AssembledNode;
import dev.assent.resources.assembly.NodeFile;
import dev.assent.resources.node.Node;
import dev.assent.resources.pool.OpenJdbcPool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A database that is frozen while calls of it are under way, as one whose disk hangs: its connections stay open and
 * nothing is answered. A node is closed within its limit all the same, names what it left in one message, and its
 * successor finishes that.
 */
@Sampled
class FrozenIT {
    private static final int LIMIT_SECONDS = 4;

    /** Far above the limit, for a slow machine, and far below what drivers and the system wait. */
    private static final int CLOSED_SECONDS_MAX = 60;

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    @TempDir
    Path folder;

    private final AtomicReference<FaultPoint> freezesAt = new AtomicReference<>();
    private final CountDownLatch frozen = new CountDownLatch(1);
    private final AtomicInteger passes = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile Freeze freeze;

    /** The work under way when the database freezes. */
    private enum InFlight {
        PREPARE(FaultPoint.BEFORE_PREPARE),
        COMMIT(FaultPoint.BEFORE_COMMIT),
        ROLLBACK(FaultPoint.BEFORE_ROLLBACK),
        ONE_PHASE(FaultPoint.BEFORE_ONE_PHASE),
        STATEMENT(null),
        OPENING(null),
        VALIDATION(null),
        GIVING_BACK(null),
        RECOVERY(null),
        NOTHING(null);

        private final FaultPoint point;

        InFlight(FaultPoint point) {
            this.point = point;
        }

        /** Whether a transaction hangs, so that the node has something to tell. */
        boolean leavesTransaction() {
            return this != OPENING && this != VALIDATION && this != GIVING_BACK && this != RECOVERY && this != NOTHING;
        }
    }

    static List<InFlight> calls() {
        return Sample.of("calls of a frozen database", 2, List.of(InFlight.values()));
    }

    @AfterEach
    void thaw() throws Exception {
        if (freeze != null) {
            freeze.close();
        }
        for (Thread each : threads) {
            each.join();
        }
    }

    private void freeze() {
        try {
            freeze = servers.orders().freeze();
            frozen.countDown();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("log-folder", folder.resolve("log").toString());
        keys.put("close-limit-seconds", Integer.toString(LIMIT_SECONDS));
        keys.put("recovery-period-seconds", "86400");
        keys.put("dispatch-threads-max", "1"); // all workers hang at once on Java 17
        resource(keys, "orders", servers.orders());
        resource(keys, "payments", servers.payments());
        return keys;
    }

    /**
     * Waits for the end of the node's first recovery pass, which might meet the frozen database. No second pass
     * follows.
     */
    private Node openAndLook() {
        int before = passes.get();
        Node node = open();
        await().until(() -> passes.get() > before);
        return node;
    }

    private Node open() {
        return AssembledNode.open(
                NodeFile.parse(keys()),
                (point, id, participant) -> {
                    if (point == FaultPoint.RECOVERY_DONE) {
                        passes.incrementAndGet();
                    }
                    boolean isHere = point == freezesAt.get() && participant <= 0;
                    if (isHere && freezesAt.compareAndSet(point, null)) {
                        freeze();
                    }
                },
                null);
    }

    private static void resource(Map<String, String> keys, String name, PostgresServer server) {
        String prefix = "resource." + name + ".";
        keys.put(prefix + "type", "jdbc");
        keys.put(prefix + "xa-data-source", server.xaDataSourceClass());
        keys.put(prefix + "driver.url", server.url() + "?user=postgres");
        keys.put(prefix + "login-timeout-seconds", "3600");
        keys.put(prefix + "validation-timeout-seconds", "3600");
        keys.put(prefix + "validation-after-idle-millis", "0");
        keys.put(prefix + "recovery-timeout-millis", "3600000");
        keys.put(prefix + "acquisition-timeout-millis", "600000");
    }

    private interface Work {
        void run() throws Exception;
    }

    /** On a thread of its own, which may fail when the node is closed. */
    private void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception closed) {
                // as the node was closed, or since nothing else was possible
            }
        });
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void begin(Node node, InFlight inFlight) throws Exception {
        freezesAt.set(inFlight.point);
        switch (inFlight) {
            case PREPARE, COMMIT ->
                start(() -> {
                    transfer(node, 1);
                    node.transactionManager().commit();
                });
            case ROLLBACK ->
                start(() -> {
                    transfer(node, 1);
                    node.transactionManager().rollback();
                });
            case ONE_PHASE ->
                start(() -> {
                    node.transactionManager().begin();
                    insert(node.dataSource("orders"), 1);
                    node.transactionManager().commit();
                });
            case STATEMENT ->
                start(() -> {
                    transfer(node, 1);
                    freeze();
                    insert(node.dataSource("orders"), 2);
                });
            case OPENING ->
                start(() -> {
                    List<Connection> idle = new ArrayList<>();
                    idle.add(node.dataSource("orders").getConnection());
                    freeze();
                    node.dataSource("orders").getConnection();
                });
            case VALIDATION ->
                start(() -> {
                    node.dataSource("orders").getConnection().close();
                    freeze();
                    node.dataSource("orders").getConnection();
                });
            case GIVING_BACK ->
                start(() -> {
                    Connection connection = node.dataSource("orders").getConnection();
                    connection.setAutoCommit(false);
                    insert(connection, 1);
                    freeze();
                    connection.close();
                });
            case RECOVERY ->
                start(() -> {
                    freeze();
                    node.assent().recover();
                });
            case NOTHING -> {
                transfer(node, 1);
                node.transactionManager().commit();
                freeze();
            }
        }
        frozen.await();
        switch (inFlight) {
            case PREPARE -> await().until(() -> !servers.payments().prepared().isEmpty());
            case COMMIT -> await().until(() -> servers.payments().prepared().isEmpty());
            case ROLLBACK -> await().until(() -> isWithoutTransaction(servers.payments()));
            case OPENING -> await().until(node.resource("orders", OpenJdbcPool.class)::isOpening);
            case VALIDATION -> await().until(() -> isIn("", "isValid"));
            case RECOVERY -> await().until(() -> isIn("InDoubtLists", "ask")); // recovery has noted whom it asks
            default -> {
                // the transaction or the connection is there, whether it is asked already or not
            }
        }
    }

    /**
     * Whether one of the threads is in this method, of a class whose name ends so: from there on the frozen database
     * keeps it.
     */
    private boolean isIn(String className, String method) {
        return threads.stream()
                .flatMap(each -> Stream.of(each.getStackTrace()))
                .anyMatch(each -> each.getClassName().endsWith(className)
                        && each.getMethodName().equals(method));
    }

    private static boolean isWithoutTransaction(PostgresServer server) {
        return server.query("select pid from pg_stat_activity where state like 'idle in transaction%'")
                .isEmpty();
    }

    private static void transfer(Node node, int id) throws Exception {
        node.transactionManager().begin();
        insert(node.dataSource("orders"), id);
        insert(node.dataSource("payments"), id);
    }

    /** Closes the node, and tells after how many milliseconds it came back. */
    private static long close(AutoCloseable node) throws Exception {
        long sinceNanos = System.nanoTime();
        node.close();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    }

    private List<String> left() {
        return notices.of("ASSENT-1009");
    }

    private void thawAndRecover() throws Exception {
        freeze.close();
        freeze = null;
        try (Node successor = open()) {
            await().until(() -> successor.assent().recover().isComplete());
            await().until(() -> servers.orders().prepared().isEmpty()
                    && servers.payments().prepared().isEmpty());
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aNodeIsClosedWithinItsLimitNamesWhatItLeftAndItsSuccessorFinishesThat(InFlight inFlight) throws Exception {
        Node node = openAndLook();
        begin(node, inFlight);
        if (inFlight == InFlight.OPENING) { // the node has less patience with its pool than the pool itself
            node.resource("orders", OpenJdbcPool.class).close();
        }
        long tookMillis = close(node);

        assertThat(tookMillis).isLessThan(TimeUnit.SECONDS.toMillis(CLOSED_SECONDS_MAX));
        assertThat(left()).hasSizeLessThanOrEqualTo(1);
        if (inFlight.leavesTransaction()) {
            assertThat(left()).hasSize(1).first().asString().contains("the node is closed after", "resource 'orders'");
            assertThat(left().get(0))
                    .contains("1 transaction: ", "no answer from 'orders'", "recovery finishes these transactions")
                    .doesNotContain("'payments'");
        } else if (inFlight == InFlight.RECOVERY) {
            assertThat(left()).hasSize(1).first().asString().contains("resource 'orders', which recovery has asked");
        } else if (inFlight == InFlight.OPENING) {
            assertThat(left()).hasSize(1).first().asString().contains("pool 'orders'", "being made: 1");
        } else {
            assertThat(left()).isEmpty();
        }
        thawAndRecover();
        List<String> rows = servers.payments().query("select id from item");
        if (inFlight != InFlight.GIVING_BACK && inFlight != InFlight.ONE_PHASE) {
            assertThat(servers.orders().query("select id from item")).isEqualTo(rows);
        }
    }

    /** Many threads, so that every kind of call is under way; and a database that answers is not kept from closing. */
    @Test
    void aNodeUnderLoadIsClosedWithinItsLimit() throws Exception {
        Node node = openAndLook();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 16; i++) {
            start(() -> {
                while (true) {
                    transfer(node, next.incrementAndGet());
                    node.transactionManager().commit();
                    done.incrementAndGet();
                }
            });
        }
        await().until(() -> done.get() > 50);
        freeze();
        int before = -1;
        while (before != done.get()) { // until nothing goes on any more
            before = done.get();
            Thread.sleep(500);
        }
        long tookMillis = close(node);
        assertThat(tookMillis).isLessThan(TimeUnit.SECONDS.toMillis(CLOSED_SECONDS_MAX));
        assertThat(left())
                .hasSize(1)
                .first()
                .asString()
                .contains("resource 'orders'")
                .doesNotContain("pool 'payments'");
        thawAndRecover();
        assertThat(servers.orders().query("select id from item order by id"))
                .isEqualTo(servers.payments().query("select id from item order by id"));
    }

    /** As the system ends a service: by SIGTERM, and a shutdown hook that closes the node. */
    @Test
    void aProcessWhoseDatabaseIsFrozenUnderLoadEndsSoonAfterSigterm() throws Exception {
        StringBuilder file = new StringBuilder();
        keys().forEach((key, value) ->
                file.append(key).append(" = ").append(value).append('\n'));
        Path config = Files.writeString(folder.resolve("node.properties"), file);
        Path told = folder.resolve("told");
        Process process = new ProcessBuilder(TestJvm.command(LoadedNode.class, config))
                .redirectError(told.toFile())
                .start();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo(LoadedNode.WORKS);
            freeze();
            assertThat(said.readLine()).isEqualTo(LoadedNode.STANDS);
            process.destroy();
            assertThat(process.waitFor(CLOSED_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        assertThat(Files.readString(told)).contains("ASSENT-1009 the node is closed after", "resource 'orders'");
        thawAndRecover();
        assertThat(servers.orders().query("select id from item order by id"))
                .isEqualTo(servers.payments().query("select id from item order by id"));
    }
}
