package dev.assent.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.MetricsSnapshot;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.adapter.AdminSocket;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.harness.Fast;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metrics of a whole node, by its API and by the platform's MBean server. */
@Fast
class NodeBeanIT {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    @TempDir
    private Path parent;

    private static AssentConfig config() {
        return AssentConfig.defaults().with(Setting.LOG, "memory").with(Setting.DISPATCH, "inline");
    }

    private static void commit(Assent assent, int times) throws Exception {
        RecordingResource one = new RecordingResource("one", new EventList());
        RecordingResource two = new RecordingResource("two", new EventList());
        assent.register(one);
        assent.register(two);
        for (int i = 0; i < times; i++) {
            assent.transactionManager().begin();
            JtaTransaction begun = (JtaTransaction)
                    Objects.requireNonNull(assent.transactionManager().getTransaction());
            begun.enlistResource(one.connect());
            begun.enlistResource(two.connect());
            assent.transactionManager().commit();
        }
    }

    @Test
    void theBeanShowsAllThatTheSnapshotHasUntilTheNodeIsClosed() throws Exception {
        ObjectName name;
        try (Assent assent =
                Assent.builder().config(shown().with(Setting.METRICS, "all")).open()) {
            name = name(assent);
            commit(assent, 3);
            assent.recover();
            // the end records are forced when the node has been idle for a while, which may be just now
            Awaitility.await().untilAsserted(() -> assertShown(assent, name));
        }
        assertThat(SERVER.isRegistered(name)).isFalse();
    }

    private static void assertShown(Assent assent, ObjectName name) throws Exception {
        MetricsSnapshot before = assent.metrics();
        Map<String, Number> shown = numbers(name);
        MetricsSnapshot after = assent.metrics();

        assertThat(shown.remove("PeriodNanos").longValue()).isBetween(before.periodNanos(), after.periodNanos());
        assertThat(shown.remove("RecoveryPasses").longValue())
                .isBetween(before.recovery().passes(), after.recovery().passes());
        shown.keySet().removeIf(key -> key.startsWith("RatePeriod") || key.contains("PerSecond"));
        assertThat(shown).isEqualTo(expected(after));
        assertThat(shown)
                .containsEntry("Committed", 3L)
                .containsEntry("LogRecords", 3L)
                .containsEntry("Answers.one PREPARE.PREPARED", 3L)
                .containsEntry("Latencies.two COMMIT.count", 3L)
                .containsEntry("Phases.FORCE.countBelowNanos.68719476736", 3L);
    }

    private static Map<String, Number> expected(MetricsSnapshot metrics) {
        Map<String, Number> all = new TreeMap<>();
        all.put("Begun", metrics.transactions().begun());
        all.put("Committed", metrics.transactions().committed());
        all.put("RolledBack", metrics.transactions().rolledBack());
        all.put("TimedOut", metrics.transactions().timedOut());
        all.put("Heuristic", metrics.transactions().heuristic());
        all.put("Unknown", metrics.transactions().unknown());
        all.put("Active", metrics.now().active());
        all.put("Waiting", metrics.now().waiting());
        all.put("InDoubt", metrics.now().inDoubt());
        all.put("HeuristicKept", metrics.now().heuristic());
        all.put("LogRecords", metrics.log().records());
        all.put("ForcedWrites", metrics.log().forces());
        all.put("RecordsPerForce", metrics.recordsPerForce());
        all.put("Checkpoints", metrics.log().checkpoints());
        all.put("LogLiveBytes", metrics.log().liveBytes());
        all.put("LogCapacityBytes", metrics.log().capacityBytes());
        all.put("Incidents", metrics.recovery().incidents());
        metrics.phases().forEach((phase, latency) -> all.putAll(expected("Phases." + phase, latency)));
        metrics.resources().forEach((name, resource) -> {
            resource.answers()
                    .forEach((verb, answers) -> answers.forEach(
                            (answer, count) -> all.put("Answers." + name + " " + verb + "." + answer, count)));
            resource.latencies()
                    .forEach((verb, latency) -> all.putAll(expected("Latencies." + name + " " + verb, latency)));
        });
        return all;
    }

    private static Map<String, Number> expected(String path, MetricsSnapshot.Latency latency) {
        Map<String, Number> all = new TreeMap<>();
        all.put(path + ".count", latency.count());
        all.put(path + ".sumNanos", latency.sumNanos());
        all.put(path + ".meanNanos", latency.meanNanos());
        all.put(path + ".medianNanos", latency.quantileNanos(0.5));
        all.put(path + ".percentile99Nanos", latency.quantileNanos(0.99));
        all.put(path + ".maxNanos", latency.maxNanos());
        for (long limit = 1 << 10; limit <= 1L << 36; limit *= 2) {
            all.put(path + ".countBelowNanos." + limit, latency.countBelow(limit));
        }
        return all;
    }

    /** All attributes, as an agent finds them that knows nothing of them: only numbers, by their path. */
    private static Map<String, Number> numbers(ObjectName name) throws Exception {
        Map<String, Number> all = new TreeMap<>();
        for (MBeanAttributeInfo attribute : SERVER.getMBeanInfo(name).getAttributes()) {
            add(all, attribute.getName(), SERVER.getAttribute(name, attribute.getName()));
        }
        return all;
    }

    private static void add(Map<String, Number> all, String path, Object value) {
        if (value instanceof CompositeData composite) {
            composite.getCompositeType().keySet().forEach(key -> add(all, path + "." + key, composite.get(key)));
        } else if (value instanceof TabularData table) {
            for (Object row : table.values()) {
                CompositeData entry = (CompositeData) row;
                add(all, path + "." + entry.get("key"), entry.get("value"));
            }
        } else {
            assertThat(value).as(path).isInstanceOf(Number.class);
            all.put(path, (Number) value);
        }
    }

    @Test
    void ratesAreOfTheTimeThatTheyTell() throws Exception {
        try (Assent assent = Assent.builder().config(shown()).open()) {
            commit(assent, 30);
            long forcesBefore = assent.logStatistics().forces();
            double before = numbers(name(assent)).get("RatePeriodNanos").doubleValue();
            Map<String, Number> shown = numbers(name(assent));
            double after = numbers(name(assent)).get("RatePeriodNanos").doubleValue();
            long forcesAfter = assent.logStatistics().forces();
            for (String rate : List.of(
                    "BegunPerSecond",
                    "CommittedPerSecond",
                    "LogRecordsPerSecond",
                    "AnswersPerSecond.one PREPARE",
                    "AnswersPerSecond.two COMMIT")) {
                assertThat(shown.get(rate).doubleValue()).as(rate).isBetween(30e9 / after, 30e9 / before);
            }
            assertThat(shown.get("ForcedWritesPerSecond").doubleValue())
                    .isBetween(forcesBefore * 1e9 / after, forcesAfter * 1e9 / before);
            assertThat(shown).containsEntry("RolledBackPerSecond", 0.0).containsEntry("TimedOutPerSecond", 0.0);
        }
    }

    @Test
    void unlessItIsAskedThereIsNoBean() throws Exception {
        try (Assent assent = Assent.builder().config(config()).open()) {
            assertThat(SERVER.isRegistered(name(assent))).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"counts, 0", "sampled, 2", "all, 32"})
    void soManyTransactionsAreTimed(String detail, long timed) throws Exception {
        try (Assent assent =
                Assent.builder().config(config().with(Setting.METRICS, detail)).open()) {
            commit(assent, 32);
            MetricsSnapshot metrics = assent.metrics();
            assertThat(metrics.transactions().committed()).isEqualTo(32);
            assertThat(metrics.phases().values().stream()
                            .mapToLong(each -> each.count())
                            .max())
                    .hasValue(timed);
        }
    }

    @Test
    void switchedOffTheyAreRefused() {
        try (Assent assent =
                Assent.builder().config(config().with(Setting.METRICS, "off")).open()) {
            assertThatThrownBy(assent::metrics)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ASSENT-1040");
        }
    }

    private AssentConfig shown() {
        return AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, parent.resolve("log"))
                .with(Setting.JMX, true);
    }

    @Test
    void aNodeThatIsOpenedForAnOperatorHasNoBeanAndIsInNobodysWay() {
        Assent.builder().config(shown()).open().close();
        try (Assent read = Assent.builder().config(shown()).openToRead()) {
            try (Assent assent = Assent.builder().config(shown()).open()) {
                assertThat(assent.life().node()).isEqualTo(read.life().node());
                assertThat(SERVER.isRegistered(name(assent))).isTrue();
            }
        }
        try (Assent held = Assent.builder().config(shown()).openHeld()) {
            assertThat(SERVER.isRegistered(name(held))).isFalse();
        }
    }

    @Test
    void aNodeWhoseBeanIsRefusedIsNotHalfOpen() throws Exception {
        ObjectName name;
        try (Assent before = Assent.builder().config(shown()).open()) {
            name = name(before);
        }
        SERVER.registerMBean(new Taken(), name);
        try {
            assertThatThrownBy(() -> Assent.builder().config(shown()).open())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ASSENT-1041 '" + name + "' cannot be shown");
        } finally {
            SERVER.unregisterMBean(name);
        }
        assertThat(parent.resolve("log").resolve(AdminSocket.FILE)).doesNotExist();
        try (Assent next = Assent.builder().config(shown()).open()) {
            assertThat(Internals.coordinator(next).isRunning()).isTrue();
        }
    }

    private static ObjectName name(Assent assent) {
        try {
            return new ObjectName("dev.assent:type=Node,node=" + assent.life().node());
        } catch (MalformedObjectNameException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Has the name of a node's bean. */
    public interface TakenMXBean {}

    private static final class Taken implements TakenMXBean {}
}
