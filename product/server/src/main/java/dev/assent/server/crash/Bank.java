package dev.assent.server.crash;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.resources.XaDriverConfig;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.quirk.Situation;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One of the two banks: a database with accounts, and a journal of the transfers that reached it.
 * Immutable and safe to share.
 *
 * @param name what people and Assent's log call it
 * @param database what kind of database it is
 * @param login its URL, the user and the password
 * @param driver where a transaction manager gets connections
 */
public record Bank(String name, Database database, List<String> login, XaDriverConfig driver) {
    /** How many accounts each bank has, numbered from 1. */
    public static final int ACCOUNTS = 10;

    /** The balance of each account at first. */
    static final long BALANCE = 1_000_000;

    /** How many arguments {@link #arguments} are. */
    static final int ARGUMENTS = 7;

    /** The bank in a server. */
    public static Bank of(DatabaseServer server) {
        return new Bank(
                server.name(),
                server.database(),
                List.of(server.url(), server.user(), server.password()),
                new XaDriverConfig(server.xaDataSourceClass(), server.xaProperties()));
    }

    /** As arguments of a process. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(name, database.key()));
        arguments.addAll(login);
        arguments.add(driver.dataSourceClass());
        arguments.add(String.join(
                "\n",
                driver.properties().entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .toList()));
        return arguments;
    }

    /** The bank of {@link #arguments}. */
    public static Bank of(List<String> arguments) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String each : arguments.get(6).split("\n")) {
            int equals = each.indexOf('=');
            properties.put(each.substring(0, equals), each.substring(equals + 1));
        }
        return new Bank(
                arguments.get(0),
                Database.of(arguments.get(1)),
                List.copyOf(arguments.subList(2, 5)),
                new XaDriverConfig(arguments.get(5), properties));
    }

    /** The differences of its database. */
    Dialect dialect() {
        return Dialect.of(database);
    }

    /** As {@link CrashWorld#forcesRollback}. */
    boolean forcesRollback() {
        return DatabaseQuirks.of(driver.create().getClass())
                .finding(Situation.ROLLBACK_THEN_KILL)
                .isStandard();
    }

    /** A connection of its own, that knows nothing of Assent. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(login.get(0), login.get(1), login.get(2));
    }

    /** As {@link Dialect#keepsWorkOfTheDead}. */
    public boolean keepsWorkOfTheDead() throws SQLException {
        try (Connection connection = connect()) {
            return dialect().keepsWorkOfTheDead(connection);
        }
    }

    /** Its database with its version, as the database says it. */
    public String version() throws SQLException {
        try (Connection connection = connect()) {
            return database.title() + " " + connection.getMetaData().getDatabaseProductVersion();
        }
    }

    /** Where its server listens. */
    public int port() {
        return URI.create(login.get(0).substring("jdbc:".length())).getPort();
    }

    /** The settings that make it durable, for people. */
    public String durability() {
        return dialect().durability().stream()
                .map(each -> each.setting() + " = " + each.expected())
                .collect(Collectors.joining(", "));
    }

    /** Makes the accounts, once. */
    public void found() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE accounts ("
                    + "id INTEGER NOT NULL PRIMARY KEY, balance BIGINT NOT NULL CHECK (balance >= 0))");
            statement.execute("CREATE TABLE transfers (id INTEGER NOT NULL PRIMARY KEY, account INTEGER NOT NULL,"
                    + " amount BIGINT NOT NULL, FOREIGN KEY (account) REFERENCES accounts (id) "
                    + dialect().deferred() + ")");
            for (int id = 1; id <= ACCOUNTS; id++) {
                statement.executeUpdate("INSERT INTO accounts VALUES (" + id + ", " + BALANCE + ")");
            }
        }
    }
}
