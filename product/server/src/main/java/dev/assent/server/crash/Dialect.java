package dev.assent.server.crash;

import dev.assent.backends.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The differences of the databases, for the oracle and for the tables of a bank. Immutable. */
enum Dialect {
    /** Prepared transactions are in a view; a deferred constraint is checked at prepare. */
    POSTGRESQL(
            "DEFERRABLE INITIALLY DEFERRED",
            "SELECT gid AS data FROM pg_prepared_xacts ORDER BY prepared",
            "SELECT coalesce(sum(fsyncs), 0)::bigint FROM pg_stat_io WHERE object = 'wal'",
            List.of(
                    new Durability("fsync", "SHOW fsync", "on"),
                    new Durability("synchronous_commit", "SHOW synchronous_commit", "on"),
                    new Durability("full_page_writes", "SHOW full_page_writes", "on"))),
    /** XA RECOVER lists the prepared transactions; there are no deferred constraints. */
    MARIADB(
            "",
            "XA RECOVER FORMAT='SQL'",
            null,
            List.of(
                    new Durability(
                            "innodb_flush_log_at_trx_commit", "SELECT @@global.innodb_flush_log_at_trx_commit", "1"),
                    new Durability("innodb_doublewrite", "SELECT @@global.innodb_doublewrite", "ON"))),
    /** A table of transactions lists the prepared ones; a reader waits for their locks. */
    DERBY(
            "DEFERRABLE INITIALLY DEFERRED",
            "SELECT global_xid AS data FROM syscs_diag.transaction_table WHERE status = 'PREPARED'",
            null,
            List.of(new Durability(
                    "derby.system.durability",
                    "VALUES coalesce(syscs_util.syscs_get_database_property('derby.system.durability'), 'full')",
                    "full"))) {
        /**
         * Derby keeps the unprepared work of a client that died, with its locks, until it is restarted. (Its own
         * remedy, derby.jdbc.xaTransactionTimeout, does not help: it also rolls back prepared branches.)
         */
        @Override
        boolean keepsWorkOfTheDead(Connection connection) throws SQLException {
            return !single(connection, UNPREPARED).equals("0");
        }

        /** Looks without waiting for locks, and then whether someone still has a lock on the journal. */
        @Override
        boolean isMade(Connection connection, int transfer) throws SQLException {
            return isFound(connection, "SELECT 1 FROM transfers WHERE id = ? WITH UR", transfer)
                    && single(connection, LOCKED).equals("0");
        }
    };

    private static final String LOCKED =
            "SELECT count(*) FROM syscs_diag.lock_table WHERE tablename = 'TRANSFERS' AND mode IN ('X', 'IX')";

    private static final String UNPREPARED = "SELECT count(*) FROM syscs_diag.transaction_table"
            + " WHERE global_xid IS NOT NULL AND status <> 'PREPARED'";

    private final String deferred;
    private final String prepared;
    private final @Nullable String forces;
    private final List<Durability> durability;

    /**
     * A setting that makes commits durable.
     *
     * @param setting its name
     * @param query that gives its value
     * @param expected the value that it must have
     */
    record Durability(String setting, String query, String expected) {}

    Dialect(String deferred, String prepared, @Nullable String forces, List<Durability> durability) {
        this.deferred = deferred;
        this.prepared = prepared;
        this.forces = forces;
        this.durability = durability;
    }

    static Dialect of(Database database) {
        return switch (database) {
            case POSTGRESQL -> POSTGRESQL;
            case MARIADB -> MARIADB;
            case DERBY -> DERBY;
        };
    }

    /** Added to a foreign key so that the database checks it at prepare; empty where the database can't do that. */
    String deferred() {
        return deferred;
    }

    /** Whether a transfer to an account that is not there is refused at prepare, and not at its statement. */
    boolean refusesAtPrepare() {
        return !deferred.isEmpty();
    }

    /**
     * Whether work that is not prepared is there although its client is dead, and stays with its locks until
     * the server is restarted; to be asked while no client works.
     */
    boolean keepsWorkOfTheDead(Connection connection) throws SQLException {
        return false;
    }

    /** The settings that durability needs, and their values. */
    List<Durability> durability() {
        return durability;
    }

    /** The names of the branches that are prepared. */
    List<String> prepared(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(prepared)) {
            while (rows.next()) {
                names.add(rows.getString("data"));
            }
        }
        return names;
    }

    /** How often the server has forced its log since it was started, as it counts by itself; -1 if it does not. */
    long forcedWrites(Connection connection) throws SQLException {
        String query = forces;
        return query == null ? -1 : Long.parseLong(single(connection, query));
    }

    /** Whether the journal has the transfer for good, also while branches are prepared. */
    boolean isMade(Connection connection, int transfer) throws SQLException {
        return isFound(connection, "SELECT 1 FROM transfers WHERE id = ?", transfer);
    }

    private static boolean isFound(Connection connection, String query, int argument) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setInt(1, argument);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** The one value that a query gives. */
    static String single(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            if (!rows.next()) {
                throw new SQLException("no answer to " + query);
            }
            return rows.getString(1);
        }
    }
}
