package dev.assent.resources;

import static dev.assent.resources.ItemTable.backend;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.harness.Sampled;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.XADataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.AutoSave;
import org.postgresql.xa.PGXADataSource;

/**
 * No object of the JDBC API leads an application to the connection of the driver: by that it could commit inside a
 * transaction, undo later what another one does, or close the connection of the next one.
 */
@Sampled(tests = 3)
class DriverObjectsIT {
    private enum Engine {
        POSTGRESQL("select array[1, 2] as one, 1 as two, 'x' as three", "ResultSet.getArray", "Array.getResultSet"),
        MARIADB("select 1 as one, 2 as two, 'x' as three"),
        DERBY("select 1 as one, cast(X'01' as blob(9)) as two, 'x' as three from sysibm.sysdummy1"),
        H2(
                "select array[1, 2] as one, row(1, array[3]) as two, array[row(1, 2)] as three",
                "ResultSet.getArray",
                "Array.getArray"),
        HSQLDB(
                "select array[1, 2] as one, 1 as two, 'x' as three from (values(0))",
                "ResultSet.getArray",
                "Array.getResultSet");

        final String query;
        final List<String> called;

        /** An engine. */
        Engine(String query, String... called) {
            this.query = query;
            this.called = List.of(called);
        }

        XADataSource source() {
            return switch (this) {
                case POSTGRESQL -> {
                    PGXADataSource source = SharedServers.postgres("shared").xaDataSource();
                    source.setAutosave(AutoSave.ALWAYS); // a call that fails does not end the walk
                    yield source;
                }
                case H2 -> embedded("org.h2.jdbcx.JdbcDataSource", "jdbc:h2:mem:objects;DB_CLOSE_DELAY=-1", "sa");
                case HSQLDB ->
                    embedded("org.hsqldb.jdbc.pool.JDBCXADataSource", "jdbc:hsqldb:mem:objects;hsqldb.tx=mvcc", "SA");
                default -> XaSources.of(server());
            };
        }

        DatabaseServer server() {
            return SharedServers.of(Database.valueOf(name()));
        }

        private static XADataSource embedded(String type, String url, String user) {
            return XaDriverConfig.of(type).with("url", url).with("user", user).create();
        }
    }

    private Assent assent;
    private TransactionManager manager;

    @BeforeEach
    void open() {
        assent = Assent.builder().with(Setting.LOG, "memory").open();
        manager = assent.transactionManager();
    }

    @AfterEach
    void close() {
        assent.close();
    }

    private JdbcPool pool(Engine engine) {
        return pool(engine, 0);
    }

    private JdbcPool pool(Engine engine, long reclaimMillis) {
        return JdbcPool.open(
                assent,
                JdbcPoolConfig.of("orders", engine.source())
                        .with(PoolSetting.CONNECTIONS_MAX, 1)
                        .with(PoolSetting.ACCEPT_LOSSY, true)
                        .with(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS, reclaimMillis));
    }

    private static void assertIsOurs(ApiWalk.Found found, Connection handle) {
        if (found.object() instanceof Connection) {
            assertThat(found.object()).as(found.way()).isSameAs(handle);
        } else if (ApiWalk.isLeading(found.object())) {
            Object maker = Proxy.isProxyClass(found.object().getClass())
                    ? Proxy.getInvocationHandler(found.object())
                    : found.object();
            assertThat(maker.getClass().getName()).as(found.way()).startsWith("dev.assent.resources.");
        }
    }

    private static Set<String> walk(Engine engine, Connection handle) throws SQLException {
        Set<String> ways = new TreeSet<>();
        ApiWalk walk = new ApiWalk(engine.query, found -> {
            ways.add(found.way());
            assertIsOurs(found, handle);
        });
        try (Statement statement = handle.createStatement();
                PreparedStatement prepared = handle.prepareStatement(engine.query)) {
            prepared.execute();
            statement.execute(engine.query);
            walk.from(handle, "connection");
            walk.from(prepared, "prepared");
            walk.from(statement, "statement");
        }
        assertThat(walk.called())
                .contains("DatabaseMetaData.getConnection", "DatabaseMetaData.getTables", "ResultSet.getStatement")
                .contains("Connection.unwrap", "Statement.unwrap", "PreparedStatement.unwrap", "ResultSet.unwrap")
                .containsAll(engine.called);
        assertThat(walk.bugs()).isEmpty();
        return ways;
    }

    @ParameterizedTest
    @EnumSource
    void everyObjectInATransaction_leadsToTheHandleAlone(Engine engine) throws Exception {
        try (JdbcPool pool = pool(engine)) {
            manager.begin();
            try (Connection handle = pool.getConnection()) {
                assertThat(walk(engine, handle)).hasSizeGreaterThan(20);
            }
            manager.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyObjectOutsideOfATransaction_leadsToTheHandleAlone(Engine engine) throws Exception {
        try (JdbcPool pool = pool(engine);
                Connection handle = pool.getConnection()) {
            walk(engine, handle);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyObjectOfAPoolThatReclaims_leadsToTheHandleAlone(Engine engine) throws Exception {
        try (JdbcPool pool = pool(engine, 600_000);
                Connection handle = pool.getConnection()) {
            walk(engine, handle);
        }
    }

    /** PostgreSQL gives the rows of a cursor as an object. */
    @Test
    void theRowsOfACursor_leadToTheHandleAlone() throws Exception {
        SharedServers.of(Database.POSTGRESQL)
                .execute(
                        "create or replace function rows_of_all() returns refcursor as $$ declare c refcursor;"
                                + " begin open c for select array[1, 2] as one, 2 as two, 3 as three; return c; end $$ language plpgsql");
        try (JdbcPool pool = pool(Engine.POSTGRESQL)) {
            manager.begin();
            try (Connection handle = pool.getConnection();
                    CallableStatement call = handle.prepareCall("{? = call rows_of_all()}")) {
                call.registerOutParameter(1, Types.REF_CURSOR);
                call.execute();
                ApiWalk walk = new ApiWalk(Engine.POSTGRESQL.query, found -> assertIsOurs(found, handle));
                walk.from(call, "call");
                assertThat(walk.called()).contains("CallableStatement.getObject", "ResultSet.getArray");
                assertThat(call.getObject(1)).isInstanceOf(ResultSet.class);
            }
            manager.rollback();
        }
    }

    @Test
    void theConnectionOfTheMetadata_commitsNothingInATransaction() throws Exception {
        try (JdbcPool pool = pool(Engine.POSTGRESQL)) {
            SharedServers.of(Database.POSTGRESQL).execute("drop table if exists item");
            SharedServers.of(Database.POSTGRESQL).execute(ItemTable.CREATE);
            manager.begin();
            try (Connection handle = pool.getConnection()) {
                ItemTable.insert(handle, 1);
                Connection other = handle.getMetaData().getConnection();
                assertThatThrownBy(other::commit).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> other.setAutoCommit(true)).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> other.createStatement().execute("commit"))
                        .hasMessageStartingWith("ASSENT-5023");
            }
            manager.rollback();
            assertThat(SharedServers.of(Database.POSTGRESQL).query("select id from item"))
                    .isEmpty();
        }
    }

    @Test
    void whatWasKeptFromOneTransaction_doesNothingToTheNext() throws Exception {
        SharedServers.of(Database.POSTGRESQL).execute("drop table if exists item");
        SharedServers.of(Database.POSTGRESQL).execute(ItemTable.CREATE);
        try (JdbcPool pool = pool(Engine.POSTGRESQL)) {
            manager.begin();
            Connection before = pool.getConnection();
            String backend = backend(before);
            DatabaseMetaData metaData = before.getMetaData();
            Array array = before.createArrayOf("integer", new Object[] {1, 2});
            manager.commit();

            manager.begin();
            try (Connection next = pool.getConnection()) {
                assertThat(backend(next))
                        .as("it is the same physical connection")
                        .isEqualTo(backend);
                ItemTable.insert(next, 1);
                assertThatThrownBy(metaData::getConnection).hasMessageStartingWith("ASSENT-5022");
                assertThatThrownBy(before::rollback).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> before.unwrap(PGConnection.class)).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> metaData.getTables(null, null, null, null))
                        .hasMessageStartingWith("ASSENT-5022");
                assertThatThrownBy(array::getResultSet).hasMessageStartingWith("ASSENT-5022");
                before.close();
                ItemTable.insert(next, 2);
            }
            manager.commit();
        }
        assertThat(SharedServers.of(Database.POSTGRESQL).query("select id from item order by id"))
                .containsExactly("1", "2");
    }

    @Test
    void anArrayOfThePools_isTakenAsAParameter() throws Exception {
        try (JdbcPool pool = pool(Engine.POSTGRESQL)) {
            manager.begin();
            try (Connection handle = pool.getConnection();
                    PreparedStatement statement = handle.prepareStatement("select ? || array[3]")) {
                Array array = handle.createArrayOf("integer", new Object[] {1, 2});
                for (boolean isObject : new boolean[] {false, true}) {
                    if (isObject) {
                        statement.setObject(1, array);
                    } else {
                        statement.setArray(1, array);
                    }
                    try (ResultSet rows = statement.executeQuery()) {
                        rows.next();
                        assertThat((Object[]) rows.getArray(1).getArray()).containsExactly(1, 2, 3);
                    }
                }
            }
            manager.rollback();
        }
    }

    @Test
    void whatOnlyTheDriverOffers_isThereByUnwrap() throws Exception {
        try (JdbcPool pool = pool(Engine.POSTGRESQL);
                Connection handle = pool.getConnection()) {
            assertThat(handle.isWrapperFor(PGConnection.class)).isTrue();
            assertThat(handle.unwrap(PGConnection.class).getBackendPID()).isEqualTo(Integer.parseInt(backend(handle)));
            assertThat(handle.isWrapperFor(Connection.class)).isTrue();
            assertThat(handle.unwrap(Connection.class)).isSameAs(handle);
        }
    }
}
