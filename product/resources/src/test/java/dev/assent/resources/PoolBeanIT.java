package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.harness.Fast;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How pools are doing, by the platform's MBean server. */
@Fast
class PoolBeanIT {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    private Path parent;

    private AssentConfig shown(String log) {
        return AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, parent.resolve(log))
                .with(Setting.JMX, true);
    }

    private JdbcPool pool(Assent assent) {
        return JdbcPool.open(
                assent,
                JdbcPoolConfig.of("orders", servers.orders().xaDataSource()).with(PoolSetting.CONNECTIONS_MAX, 1));
    }

    private static ObjectName name(Assent assent) {
        try {
            return new ObjectName("dev.assent:type=Pool,node=" + assent.life().node() + ",name=orders");
        } catch (MalformedObjectNameException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static PoolMXBean bean(Assent assent) {
        return JMX.newMXBeanProxy(SERVER, name(assent), PoolMXBean.class);
    }

    /** The numbers as the bean shows them. */
    private static PoolStatistics told(PoolMXBean bean) {
        return new PoolStatistics(
                bean.getConnectionsMax(),
                bean.getInUse(),
                bean.getIdle(),
                bean.getWaiting(),
                bean.getCreated(),
                bean.getDestroyed(),
                bean.getLeaked(),
                bean.getReclaimed(),
                bean.getTimeouts());
    }

    @Test
    void aTakenConnectionAndAThreadThatWaitsAreSeenFromOutsideUntilThePoolIsClosed() throws Exception {
        try (Assent assent = Assent.builder().config(shown("log")).open();
                JdbcPool orders = pool(assent)) {
            PoolMXBean bean = bean(assent);
            assertThat(told(bean)).isEqualTo(new PoolStatistics(1, 0, 0, 0, 0, 0, 0, 0, 0));
            CompletableFuture<Boolean> served;
            try (Connection held = orders.getConnection()) {
                served = CompletableFuture.supplyAsync(() -> isServed(orders));
                await().until(() -> bean.getWaiting() == 1);
                assertThat(told(bean)).isEqualTo(new PoolStatistics(1, 1, 0, 1, 1, 0, 0, 0, 0));
                assertThat(held.isClosed()).isFalse();
            }
            assertThat(served.get()).isTrue();
            assertThat(told(bean)).isEqualTo(orders.statistics());
            orders.close();
            assertThat(SERVER.isRegistered(name(assent))).isFalse();
        }
    }

    private static boolean isServed(JdbcPool pool) {
        try (Connection own = pool.getConnection()) {
            return own.isValid(5);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void poolsOfOneNameInTwoNodesAreShownBeside() throws Exception {
        try (Assent one = Assent.builder().config(shown("one")).open();
                Assent two = Assent.builder().config(shown("two")).open();
                JdbcPool ofOne = pool(one);
                JdbcPool ofTwo = pool(two);
                Connection held = ofTwo.getConnection()) {
            assertThat(held.isClosed()).isFalse();
            assertThat(bean(one).getInUse()).isZero();
            assertThat(bean(two).getInUse()).isEqualTo(1);
            ofOne.close();
            assertThat(SERVER.isRegistered(name(one))).isFalse();
            assertThat(bean(two).getInUse()).isEqualTo(1);
        }
    }

    @Test
    void aPoolIsNotShownUnlessItIsAskedNorWhenItIsOpenedForAnOperator() {
        try (Assent quiet = Assent.builder()
                        .config(shown("log").with(Setting.JMX, false))
                        .open();
                JdbcPool orders = pool(quiet)) {
            assertThat(orders.statistics().connectionsMax()).isEqualTo(1);
            assertThat(SERVER.isRegistered(name(quiet))).isFalse();
        }
        try (Assent held = Assent.builder().config(shown("log")).openHeld();
                JdbcPool orders = pool(held)) {
            assertThat(orders.statistics().connectionsMax()).isEqualTo(1);
            assertThat(SERVER.isRegistered(name(held))).isFalse();
        }
    }

    /** Metrics are off: the bean of the node is not there to be refused first. */
    @Test
    void aPoolWhoseBeanIsRefusedIsNotHalfOpen() {
        Assent before = Assent.builder()
                .config(shown("log").with(Setting.METRICS, "off"))
                .open();
        JdbcPool forgotten = pool(before);
        before.close();
        try (Assent assent = Assent.builder()
                .config(shown("log").with(Setting.METRICS, "off"))
                .open()) {
            assertThatThrownBy(() -> pool(assent))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ASSENT-1041 '" + name(assent) + "' cannot be shown");
            forgotten.close();
            try (JdbcPool orders = pool(assent)) {
                assertThat(told(bean(assent))).isEqualTo(orders.statistics());
            }
        }
    }
}
