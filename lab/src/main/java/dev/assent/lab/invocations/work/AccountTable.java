package dev.assent.lab.invocations.work;

import dev.assent.lab.bean.Account;
import dev.assent.lab.experiment.Timed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * Accounts in a database. Clients that call at the same time write different ones, as far as there are as many: else they
 * would wait for each other's transactions, and that would be measured. Thread safety: all methods may be called by any
 * thread.
 */
final class AccountTable implements Account {
    private static final int ACCOUNTS = 1_024;

    private final DataSource database;
    private final AtomicInteger last = new AtomicInteger();
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    private AccountTable(DataSource database) {
        this.database = database;
    }

    /** Makes the table, with a balance of 0 in each account. */
    static AccountTable in(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE account (id INTEGER PRIMARY KEY, balance BIGINT NOT NULL)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO account VALUES (?, 0)")) {
                for (int id = 0; id < ACCOUNTS; id++) {
                    insert.setInt(1, id);
                    insert.executeUpdate();
                }
            }
        }
        return new AccountTable(database);
    }

    @Override
    public void add(long amount) {
        long began = System.nanoTime();
        update(amount);
        nanos.add(System.nanoTime() - began);
        count.increment();
    }

    /** How long the database was at work for calls: with its commit when they were in no transaction, else without it. */
    Timed timed() {
        return new Timed(count.sum(), nanos.sum());
    }

    private void update(long amount) {
        try (Connection connection = database.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
            update.setLong(1, amount);
            update.setInt(2, Math.floorMod(last.incrementAndGet(), ACCOUNTS));
            update.executeUpdate();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
