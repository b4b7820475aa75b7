package dev.assent.lab.invocations.work;

import dev.assent.lab.bean.Account;
import dev.assent.lab.experiment.Timed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * Accounts in a database. Clients that call at the same time write different ones, if there are enough. Otherwise they
 * would wait for each other's transactions, and the experiment would measure that.
 *
 * <p>It times only the execution of the statement by the database. Before that it has taken a connection from the pool,
 * which is then part of the transaction, and has made the statement with its values.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class AccountTable implements Account {
    private static final int ACCOUNTS = 1_024;

    private final DataSource database;
    private final LongSupplier nanoTime;
    private final AtomicInteger last = new AtomicInteger();
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    private AccountTable(DataSource database, LongSupplier nanoTime) {
        this.database = database;
        this.nanoTime = nanoTime;
    }

    /**
     * Makes the table, with a balance of 0 in each account.
     *
     * @param nanoTime tells the time
     */
    static AccountTable in(DataSource database, LongSupplier nanoTime) throws SQLException {
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
        return new AccountTable(database, nanoTime);
    }

    @Override
    public void add(long amount) {
        try (Connection connection = database.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
            update.setLong(1, amount);
            update.setInt(2, Math.floorMod(last.incrementAndGet(), ACCOUNTS));
            execute(update);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void execute(PreparedStatement update) throws SQLException {
        long began = nanoTime.getAsLong();
        update.executeUpdate();
        nanos.add(nanoTime.getAsLong() - began);
        count.increment();
    }

    /** How long the database executed: with its commit when a call was in no transaction, else without it. */
    Timed timed() {
        return new Timed(count.sum(), nanos.sum());
    }
}
