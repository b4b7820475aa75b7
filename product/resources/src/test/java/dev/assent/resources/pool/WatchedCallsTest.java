package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLXML;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What counts as use of a connection: every call of what a call gave. */
@Fast
class WatchedCallsTest {
    private final ConnectionActivity activity = new ConnectionActivity("orders");
    private final ConnectionLease lease =
            new ConnectionLease(new ConnectionLease.Taking("orders", null, null, null), null, null);
    private final List<Object> given = new ArrayList<>();
    private final List<Boolean> seen = new ArrayList<>();
    private final Connection connection = WatchedCalls.of(fake(Connection.class), activity);

    /** The driver: it notes whether it is seen at work, and gives more of itself. */
    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.getName().equals("hashCode") ? (Object) 1 : proxy == arguments[0];
                    }
                    seen.add(!activity.reclaim(lease, 1, "1 ms"));
                    if (arguments != null) {
                        given.addAll(Arrays.asList(arguments));
                    }
                    Class<?> made =
                            method.getName().equals("unwrap") ? (Class<?>) arguments[0] : method.getReturnType();
                    if (made == InputStream.class) {
                        return new InputStream() {
                            @Override
                            public int read() {
                                seen.add(!activity.reclaim(lease, 1, "1 ms"));
                                return 7;
                            }
                        };
                    }
                    if (made == Reader.class) {
                        return new Reader() {
                            @Override
                            public int read(char[] into, int from, int count) {
                                seen.add(!activity.reclaim(lease, 1, "1 ms"));
                                return count;
                            }

                            @Override
                            public void close() {}
                        };
                    }
                    return made.isInterface()
                            ? fake(made)
                            : made == long.class ? (Object) 1L : made == int.class ? (Object) 1 : null;
                }));
    }

    private interface Use {
        Object of(Connection connection) throws Exception;
    }

    static Stream<Use> uses() {
        return Stream.of(
                own -> own.createStatement().executeQuery("").getInt(1),
                own -> own.prepareCall("").getString(1),
                own -> own.getMetaData().getURL(),
                own -> own.getMetaData().getConnection().getCatalog(),
                own -> own.getMetaData().getTables(null, null, null, null).getString(1),
                own -> results(own).getArray(1).getResultSet().getInt(1),
                own -> results(own).getBlob(1).length(),
                own -> results(own).getClob(1).length(),
                own -> results(own).getNClob(1).length(),
                own -> results(own).getSQLXML(1).getString(),
                own -> results(own).getBinaryStream(1).read(),
                own -> results(own).getBinaryStream(1).read(new byte[1]),
                own -> results(own).getBlob(1).getBinaryStream().skip(1),
                own -> results(own).getCharacterStream(1).read(),
                own -> results(own).getClob(1).getCharacterStream().read(new char[1]),
                own -> results(own).getCharacterStream(1).skip(1));
    }

    private static ResultSet results(Connection own) throws Exception {
        return own.createStatement().executeQuery("");
    }

    @ParameterizedTest
    @MethodSource("uses")
    void everyCallOfWhatACallGaveIsUse(Use use) throws Exception {
        activity.start(lease);
        use.of(connection);
        assertThat(seen).isNotEmpty().doesNotContain(false);
        assertThat(activity.reclaim(lease, 0, "0 ms")).isTrue();
    }

    @Test
    void whatWasGivenBeforeTheConnectionWasTakenBackIsOfNoUseAfterwards() throws Exception {
        activity.start(lease);
        DatabaseMetaData metaData = connection.getMetaData();
        InputStream stream = results(connection).getBinaryStream(1);
        Reader reader = results(connection).getCharacterStream(1);
        assertThat(activity.reclaim(lease, 0, "7 ms")).isTrue();
        for (ThrowingCallable late : List.<ThrowingCallable>of(metaData::getURL, stream::read, reader::read)) {
            assertThatThrownBy(late).hasMessageStartingWith("ASSENT-5114").hasMessageContaining("7 ms");
        }
    }

    /** What only one driver has. */
    private interface DriversStatement extends Statement {}

    @Test
    void whatIsUnwrappedIsTheDriversOwn() throws Exception {
        activity.start(lease);
        DriversStatement own = connection.createStatement().unwrap(DriversStatement.class);
        assertThat(Proxy.getInvocationHandler(own)).isNotInstanceOf(WatchedCalls.class);
    }

    /** MariaDB has one class for all large objects. */
    @Test
    void aLargeObjectOfManyKinds_isWatchedAsTheOneThatWasAskedFor() throws Exception {
        Object every = Proxy.newProxyInstance(
                WatchedCallsTest.class.getClassLoader(),
                new Class<?>[] {Blob.class, NClob.class},
                (self, method, none) -> 1L);
        Connection driver = (Connection) Proxy.newProxyInstance(
                WatchedCallsTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, none) -> every);
        Connection watched = WatchedCalls.of(driver, activity);
        assertThat(watched.createBlob().length()).isEqualTo(1);
        assertThat(watched.createClob().length()).isEqualTo(1);
        assertThat(watched.createNClob().length()).isEqualTo(1);
    }

    @Test
    void aDriverGetsBackItsOwnObjects() throws Exception {
        activity.start(lease);
        Blob blob = connection.createBlob();
        Clob clob = connection.createClob();
        NClob nclob = connection.createNClob();
        Array array = connection.createArrayOf("int", new Object[0]);
        SQLXML xml = connection.createSQLXML();
        given.clear();
        try (PreparedStatement statement = connection.prepareStatement("");
                CallableStatement other = connection.prepareCall("")) {
            given.clear();
            statement.setBlob(1, blob);
            statement.setClob(1, clob);
            statement.setNClob(1, nclob);
            statement.setArray(1, array);
            other.setSQLXML(1, xml);
        }
        assertThat(given.stream().filter(Proxy.class::isInstance))
                .hasSize(5)
                .allSatisfy(each -> assertThat(Proxy.getInvocationHandler(each)).isNotInstanceOf(WatchedCalls.class));
    }
}
