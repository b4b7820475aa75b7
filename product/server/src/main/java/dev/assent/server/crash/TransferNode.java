package dev.assent.server.crash;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.log.LogOptions;
import dev.assent.core.observe.Tracer;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * A process that makes transfers: an Assent node with a pool of connections to each bank.
 *
 * <p>Thread safety: all methods may be called by any thread; one transfer a thread at a time.
 */
public final class TransferNode implements VictimNode {
    private static final String MOVE = "UPDATE accounts SET balance = balance + ? WHERE id = ?";
    private static final String WRITE_DOWN = "INSERT INTO transfers (id, account, amount) VALUES (?, ?, ?)";

    private final Assent assent;
    private final JdbcPool north;
    private final JdbcPool south;

    /**
     * How a node is made.
     *
     * @param node the settings of the node
     * @param pool the settings of both pools
     */
    public record Config(AssentConfig node, Map<PoolSetting, Object> pool) {
        /** A node that works with so many threads, and asks both banks at once. */
        public static Config forLoad(Path log, int threads) {
            return new Config(
                    AssentConfig.defaults().with(Setting.LOG_FOLDER, log),
                    Map.of(PoolSetting.CONNECTIONS_MAX, threads));
        }

        /**
         * A node to crash. It asks one bank after the other, so that it is certain which branches are in doubt at each
         * point. For the same reason it has no probe, whose branch is in doubt for a moment too. Its log is small, so
         * that it is soon full. It tests each connection before use, since the tour kills databases too.
         */
        public static Config forCrashes(Path log) {
            AssentConfig node = AssentConfig.defaults()
                    .with(Setting.LOG_FOLDER, log)
                    .with(Setting.LOG_SEGMENT_BYTES, LogOptions.SEGMENT_BYTES_MIN)
                    .with(Setting.DISPATCH, "inline");
            return new Config(
                    node,
                    Map.of(
                            PoolSetting.CONNECTIONS_MAX,
                            2,
                            PoolSetting.PROBE,
                            false,
                            PoolSetting.VALIDATION_AFTER_IDLE_MILLIS,
                            0));
        }

        /** Opens a pool of connections to a bank. */
        JdbcPool open(Assent assent, Bank bank) {
            JdbcPoolConfig opened = JdbcPoolConfig.of(bank.name(), bank.driver());
            for (Map.Entry<PoolSetting, Object> each : pool.entrySet()) {
                opened = opened.with(each.getKey(), each.getValue());
            }
            return JdbcPool.open(assent, opened);
        }
    }

    /** Opens the node, which begins to recover at once. */
    public TransferNode(Config config, List<Bank> banks, Tracer tracer) {
        assent =
                Internals.tracer(Assent.builder().config(config.node()), tracer).open();
        north = config.open(assent, banks.get(0));
        south = config.open(assent, banks.get(1));
    }

    @Override
    public Assent assent() {
        return assent;
    }

    /** Makes all connections of the pools, so that none has to be made while time is measured. */
    public void connect() throws SQLException {
        for (JdbcPool pool : List.of(north, south)) {
            List<Connection> all = new ArrayList<>();
            try {
                for (int i = 0; i < pool.config().get(PoolSetting.CONNECTIONS_MAX); i++) {
                    all.add(pool.getConnection());
                }
            } finally {
                for (Connection connection : all) {
                    connection.close();
                }
            }
        }
    }

    /** Works in the north first and then in the south, as all others do, so that no two wait for each other. */
    @Override
    public void work(Transfer transfer) throws SQLException {
        book(north, transfer.northAccount(), -transfer.amount(), transfer.id());
        book(south, transfer.southAccount(), transfer.amount(), transfer.id());
    }

    /** Books a transfer at one account of a bank, and writes it down there. */
    public static void book(DataSource bank, int account, long amount, int transfer) throws SQLException {
        try (Connection connection = bank.getConnection();
                PreparedStatement move = connection.prepareStatement(MOVE);
                PreparedStatement writeDown = connection.prepareStatement(WRITE_DOWN)) {
            move.setLong(1, amount);
            move.setInt(2, account);
            move.executeUpdate();
            writeDown.setInt(1, transfer);
            writeDown.setInt(2, account);
            writeDown.setLong(3, amount);
            writeDown.executeUpdate();
        }
    }

    /** Ends all transactions, then gives the connections back. */
    @Override
    public void close() {
        assent.close();
        north.close();
        south.close();
    }
}
