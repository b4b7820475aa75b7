package dev.assent.core.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.MetricsSnapshot;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node shows of its own state, and its limits. */
@Fast
class OpenNodeIT {
    @TempDir
    private Path parent;

    private Assent.Builder inFolder() {
        return Assent.builder().with(Setting.LOG_FOLDER, parent.resolve("log")).with(Setting.JMX, "false");
    }

    private static Assent.Builder inMemory() {
        return Assent.builder().with(Setting.LOG, "memory").with(Setting.JMX, "false");
    }

    private static String list(Assent assent) {
        return assent.operator()
                .run(new OperatorRequest(Verb.LIST, "", Flags.NONE, ""))
                .text();
    }

    @Test
    void open_limitOfTransactions_isKept() throws Exception {
        try (Assent assent = inMemory().with(Setting.TRANSACTIONS_MAX, 64).open()) {
            TransactionManager manager = assent.transactionManager();
            for (int i = 0; i < 64; i++) {
                manager.begin();
                manager.suspend();
            }
            assertThatThrownBy(manager::begin)
                    .isInstanceOf(SystemException.class)
                    .hasMessageContaining("ASSENT-1001");
        }
    }

    @Test
    void resource_nothingKnowsDatabases_operatorsAreTold() {
        XADataSource source = (XADataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XADataSource.class}, (proxy, method, arguments) -> 0);
        try (Warnings told = new Warnings();
                Assent assent = inMemory().open()) {
            assent.resource("of-an-unknown-driver", source);
            assertThat(told.with("'of-an-unknown-driver'"))
                    .singleElement()
                    .asString()
                    .contains("ASSENT-1045", "assent-resources");
        }
    }

    @Test
    void close_theNode_runsNoMore() {
        Assent assent = inMemory().open();
        assertThat(assent.isRunning()).isTrue();
        assent.close();
        assertThat(assent.isRunning()).isFalse();
    }

    @Test
    void run_aBugStopsTheNode_operatorsAreToldOnce() {
        RecordingLayer layer = new RecordingLayer();
        try (Warnings told = new Warnings();
                Assent assent = Internals.layer(inMemory(), parts -> layer).open()) {
            layer.awaitTicks();
            Internals.coordinator(assent).stop(new AssertionError("of a test of OpenNode"));
            layer.awaitTicks();
            assertThat(told.with("of a test of OpenNode"))
                    .singleElement()
                    .asString()
                    .contains("ASSENT-1042");
            assertThat(list(assent)).contains("stopped: of a test of OpenNode");
        }
    }

    @Test
    void close_aResourceDoesNotAnswer_namesWhatIsLeft() throws Exception {
        RecordingResource frozen = new RecordingResource("frozen-at-close", new EventList());
        CountDownLatch thaw = new CountDownLatch(1);
        frozen.waitsFor(XaVerb.ROLLBACK, thaw);
        Assent assent = inMemory().with(Setting.CLOSE_LIMIT_SECONDS, 1).open();
        assent.register(frozen);
        TransactionManager manager = assent.transactionManager();
        manager.begin();
        Objects.requireNonNull(manager.getTransaction()).enlistResource(frozen.connect());
        manager.suspend();
        try (Warnings told = new Warnings()) {
            assent.close();
            assertThat(told.with("no answer from 'frozen-at-close'"))
                    .singleElement()
                    .asString()
                    .contains("1 transaction: ");
        } finally {
            thaw.countDown();
        }
        await().until(() -> frozen.rolledBack() == 1);
    }

    /** The messages for operators, as a program's logger gets them. */
    private static final class Warnings extends Handler implements AutoCloseable {
        private static final Logger LOGGER = Logger.getLogger("dev.assent");

        private final List<String> all = new CopyOnWriteArrayList<>();

        Warnings() {
            LOGGER.addHandler(this);
        }

        /** Those with this text; other tests run at the same time. */
        List<String> with(String text) {
            return all.stream().filter(each -> each.contains(text)).toList();
        }

        @Override
        public void publish(LogRecord told) {
            all.add(told.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOGGER.removeHandler(this);
        }
    }

    @Test
    void openHeld_theNode_showsThatItIsHeld() {
        Assent.Builder builder = inFolder();
        assertThat(builder.hasLog()).isFalse();
        try (Assent open = builder.open()) {
            assertThat(open.isHeld()).isFalse();
            assertThat(list(open)).contains("running").doesNotContain("not running");
        }
        assertThat(builder.hasLog()).isTrue();
        try (Assent held = builder.openHeld()) {
            assertThat(held.isHeld()).isTrue();
            assertThat(list(held)).contains("not running, opened for an operator");
        }
    }

    @Test
    void openToRead_theLogWasCopied_saysThatItsNodeIsAnotherOne() throws IOException {
        inFolder().open().close();
        Path log = parent.resolve("log");
        Path copy = Files.createDirectory(parent.resolve("copy"));
        try (Stream<Path> files = Files.list(log)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Files.copy(each, copy.resolve(each.getFileName()));
            }
        }
        String elsewhere = "its log was written at another place";
        try (Assent read = inFolder().openToRead()) {
            assertThat(list(read)).contains("not running").doesNotContain(elsewhere);
        }
        try (Assent read = inFolder().with(Setting.LOG_FOLDER, copy).openToRead()) {
            assertThat(list(read)).contains("not running; " + elsewhere);
        }
    }

    @Test
    void openToRead_thereIsNoLog_onlyTheResourcesCanTell() {
        try (Assent read = inMemory().openToRead()) {
            assertThat(list(read)).contains("no log, so only the resources can tell");
        }
    }

    @Test
    void metrics_transactionsWait_countsThemByWhatTheyWaitFor() throws Exception {
        EventList events = new EventList();
        RecordingResource orders = new RecordingResource("orders", events);
        RecordingResource payments = new RecordingResource("payments", events);
        try (Assent assent = inMemory().open();
                Assent.RecoveryPause paused = assent.pauseRecovery()) {
            assent.register(orders);
            assent.register(payments);
            for (int code : new int[] {XAException.XAER_RMFAIL, XAException.XAER_RMFAIL, XAException.XA_HEURRB}) {
                orders.fails(XaVerb.COMMIT, code);
                end(assent, orders, payments);
            }
            assertThat(assent.metrics().now()).isEqualTo(new MetricsSnapshot.Now(0, 2, 0, 1));
            assertThat(paused).isNotNull();
        }
    }

    private static void end(Assent assent, RecordingResource... resources) throws Exception {
        TransactionManager manager = assent.transactionManager();
        manager.begin();
        for (RecordingResource each : resources) {
            Objects.requireNonNull(manager.getTransaction()).enlistResource(each.connect());
        }
        try {
            manager.commit();
        } catch (HeuristicMixedException expected) {
            assertThat(expected).hasMessageContaining("ASSENT-");
        }
    }
}
