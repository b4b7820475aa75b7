package dev.assent.server.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.ds.common.BaseDataSource;
import org.postgresql.xa.PGXADataSource;

/**
 * One of the two banks: a database with accounts, and a journal of the transfers that reached it.
 * Immutable and safe to share.
 *
 * @param name what people and Assent's log call it
 * @param port of its server, on this machine
 */
record Bank(String name, int port) {
    /** How many accounts each bank has, numbered from 1. */
    static final int ACCOUNTS = 10;

    /** What is in each account at first. */
    static final long BALANCE = 1_000_000;

    private static final String USER = "postgres";
    private static final String SCHEMA = """
            CREATE TABLE accounts (
                id integer PRIMARY KEY,
                balance bigint NOT NULL CHECK (balance >= 0));
            CREATE TABLE transfers (
                id integer PRIMARY KEY,
                account integer NOT NULL REFERENCES accounts DEFERRABLE INITIALLY DEFERRED,
                amount bigint NOT NULL);
            INSERT INTO accounts SELECT id, %d FROM generate_series(1, %d) AS id;
            """.formatted(BALANCE, ACCOUNTS);

    /** A connection of its own, that knows nothing of Assent. */
    Connection connect() throws SQLException {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        address(dataSource);
        return dataSource.getConnection();
    }

    /** Where a transaction manager gets connections. */
    PGXADataSource xaDataSource() {
        PGXADataSource dataSource = new PGXADataSource();
        address(dataSource);
        return dataSource;
    }

    private void address(BaseDataSource dataSource) {
        dataSource.setServerNames(new String[] {"127.0.0.1"});
        dataSource.setPortNumbers(new int[] {port});
        dataSource.setDatabaseName(USER);
        dataSource.setUser(USER);
        dataSource.setApplicationName("assent-demo");
    }

    /** Makes the accounts, once. */
    void found() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
    }
}
