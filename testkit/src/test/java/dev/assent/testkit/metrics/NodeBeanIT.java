package dev.assent.testkit.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.core.adapter.AdminSocket;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.metrics.MetricsSnapshot;
import dev.assent.testkit.resource.EventList;
import dev.assent.testkit.resource.RecordingResource;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Objects;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metrics of a whole node, by its API and by the platform's MBean server. */
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
    void theBeanShowsWhatTheNodeCountsUntilItIsClosed() throws Exception {
        ObjectName name;
        try (Assent assent = Assent.open(config().with(Setting.JMX, "on").with(Setting.METRICS, "all"))) {
            name = new ObjectName("dev.assent:type=Node,node=" + assent.life().node());
            commit(assent, 3);
            assertThat(SERVER.getAttribute(name, "Begun")).isEqualTo(3L);
            assertThat(SERVER.getAttribute(name, "Committed")).isEqualTo(3L);
            assertThat(SERVER.getAttribute(name, "Active")).isEqualTo(0);
            CompositeData prepare = ((TabularData) SERVER.getAttribute(name, "Phases")).get(new Object[] {"PREPARE"});
            CompositeData latency = (CompositeData) prepare.get("value");
            assertThat(latency.get("count")).isEqualTo(3L);
            TabularData answers = (TabularData) SERVER.getAttribute(name, "Answers");
            assertThat(answers.get(new Object[] {"one"}).toString()).contains("PREPARED=3");
            assertThat(((TabularData) SERVER.getAttribute(name, "Latencies")).containsKey(new Object[] {"two"}))
                    .isTrue();
        }
        assertThat(SERVER.isRegistered(name)).isFalse();
    }

    @Test
    void unlessItIsAskedThereIsNoBean() throws Exception {
        try (Assent assent = Assent.open(config())) {
            ObjectName name =
                    new ObjectName("dev.assent:type=Node,node=" + assent.life().node());
            assertThat(SERVER.isRegistered(name)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"counts, 0", "sampled, 2", "all, 32"})
    void soManyTransactionsAreTimed(String detail, long timed) throws Exception {
        try (Assent assent = Assent.open(config().with(Setting.METRICS, detail))) {
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
        try (Assent assent = Assent.open(config().with(Setting.METRICS, "off"))) {
            assertThatThrownBy(assent::metrics)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ASSENT-1040");
        }
    }

    private AssentConfig shown() {
        return AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, parent.resolve("log"))
                .with(Setting.JMX, "on");
    }

    @Test
    void aNodeThatIsOpenedForAnOperatorHasNoBeanAndIsInNobodysWay() {
        Assent.open(shown()).close();
        try (Assent read = Assent.openToRead(shown())) {
            try (Assent assent = Assent.open(shown())) {
                assertThat(assent.life().node()).isEqualTo(read.life().node());
                assertThat(SERVER.isRegistered(name(assent))).isTrue();
            }
        }
        try (Assent held = Assent.openHeld(shown(), null)) {
            assertThat(SERVER.isRegistered(name(held))).isFalse();
        }
    }

    @Test
    void aNodeWhoseBeanIsRefusedIsNotHalfOpen() throws Exception {
        ObjectName name;
        try (Assent before = Assent.open(shown())) {
            name = name(before);
        }
        SERVER.registerMBean(new Taken(), name);
        try {
            assertThatThrownBy(() -> Assent.open(shown()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ASSENT-1041");
        } finally {
            SERVER.unregisterMBean(name);
        }
        assertThat(parent.resolve("log").resolve(AdminSocket.FILE)).doesNotExist();
        try (Assent next = Assent.open(shown())) {
            assertThat(next.coordinator().isRunning()).isTrue();
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
