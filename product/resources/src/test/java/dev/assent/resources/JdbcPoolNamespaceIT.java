package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.harness.Fast;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nobody works in the schema or catalog that the one before has chosen. */
@Fast
class JdbcPoolNamespaceIT {
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

    private static void choose(Connection connection, Database database) throws SQLException {
        switch (database) {
            case POSTGRESQL -> connection.setSchema("tenant");
            case DERBY -> connection.setSchema("TENANT");
            case MARIADB -> connection.setCatalog("tenant");
        }
    }

    private static String chosen(Connection connection, Database database) throws SQLException {
        String query = switch (database) {
            case POSTGRESQL -> "show search_path";
            case DERBY -> "values current schema";
            case MARIADB -> "select database()";
        };
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static String chosenOfTheNext(JdbcPool pool, Database database) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return chosen(connection, database);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theNextHolderFindsWhatWasThereAtFirst(Database database) throws Exception {
        DatabaseServer server = SharedServers.of(database);
        server.execute(database == Database.MARIADB ? "create database tenant" : "create schema tenant");
        try (JdbcPool pool = JdbcPool.open(
                assent, JdbcPoolConfig.of("shop", XaSources.of(server)).with(PoolSetting.CONNECTIONS_MAX, 1))) {
            String own = chosenOfTheNext(pool, database);
            inTransaction(pool, database, true);
            assertThat(chosenOfTheNext(pool, database)).isEqualTo(own);
            for (boolean isAutomatic : new boolean[] {true, false}) {
                outsideOfOne(pool, database, isAutomatic);
                assertThat(chosenOfTheNext(pool, database)).isEqualTo(own);
            }
            assertThat(pool.statistics().created()).isEqualTo(1);
            inTransaction(pool, database, false);
            assertThat(chosenOfTheNext(pool, database)).isEqualTo(own);
        }
    }

    private void inTransaction(JdbcPool pool, Database database, boolean commits) throws Exception {
        manager.begin();
        try (Connection connection = pool.getConnection()) {
            choose(connection, database);
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(chosen(connection, database)).containsIgnoringCase("tenant");
        }
        if (commits) {
            manager.commit();
        } else {
            manager.rollback();
        }
    }

    private static void outsideOfOne(JdbcPool pool, Database database, boolean isAutomatic) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(isAutomatic);
            choose(connection, database);
        }
    }
}
