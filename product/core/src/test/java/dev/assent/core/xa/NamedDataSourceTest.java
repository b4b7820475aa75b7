package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.Forwarding;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Fast;
import dev.assent.spi.RecoverableResource;
import dev.assent.spi.XaTraits;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.CommonDataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A plain data source with a name. */
@Fast
class NamedDataSourceTest {
    private final List<String> calls = new ArrayList<>();

    @Test
    void new_theDriverIsOlderThanLoginTimeouts_isAccepted() {
        XADataSource old = (XADataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XADataSource.class}, (proxy, method, arguments) -> {
                    throw new AbstractMethodError(method.getName());
                });
        assertThat(new NamedDataSource("orders", old, Duration.ofSeconds(5)).name())
                .isEqualTo("orders");
    }

    @Test
    void theRest_ofAnXADataSource_isForwarded() throws Throwable {
        Forwarding.check(
                XADataSource.class,
                CommonDataSource.class,
                source -> new NamedDataSource("orders", source, Duration.ofSeconds(5)));
    }

    /** A data source whose connections do this. */
    private NamedDataSource around(@Nullable XAConnection connection) {
        XADataSource source = (XADataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {XADataSource.class},
                (proxy, method, arguments) -> method.getName().equals("getXAConnection") ? connection : 0);
        return new NamedDataSource("orders", source, Duration.ofSeconds(5));
    }

    /** A connection that answers with these, by the method's name; an exception is thrown. */
    private XAConnection connection(Map<String, Object> answers) {
        return (XAConnection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XAConnection.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    Object answer = answers.get(method.getName());
                    if (answer instanceof Throwable thrown) {
                        throw thrown;
                    }
                    return answer;
                });
    }

    @Test
    void open_theDriverIsUnknown_isTakenAsItIs() throws Exception {
        RecordingResource orders = new RecordingResource("orders", new EventList());
        Connection physical = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> null);
        NamedDataSource named =
                around(connection(Map.of("getXAResource", orders.connect(), "getConnection", physical)));
        assertThat(named.traits()).isEqualTo(XaTraits.STANDARD);
        try (RecoverableResource.Session session = named.open()) {
            assertThat(session.xaResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                    .isEmpty();
            assertThat(calls).doesNotContain("close");
        }
        assertThat(calls).endsWith("close");
    }

    @Test
    void open_theConnectionIsRefusedAndCanNotBeClosed_throwsTheFirst() {
        SQLException refused = new SQLException("refused");
        SQLException alsoFailed = new SQLException("close");
        RecordingResource orders = new RecordingResource("orders", new EventList());
        NamedDataSource named = around(
                connection(Map.of("getXAResource", orders.connect(), "getConnection", refused, "close", alsoFailed)));
        assertThatThrownBy(named::open).isSameAs(refused).hasSuppressedException(alsoFailed);
        assertThat(calls).endsWith("close");
    }

    @Test
    void open_theDataSourceGivesNothing_isRefused() {
        assertThatThrownBy(() -> around(null).open())
                .isInstanceOf(SQLException.class)
                .hasMessageContainingAll("'orders'", "XAConnection");
        assertThatThrownBy(() -> around(connection(Map.of())).open())
                .isInstanceOf(SQLException.class)
                .hasMessageContainingAll("'orders'", "XAResource");
        assertThat(calls).containsExactly("getXAResource", "close");
    }
}
