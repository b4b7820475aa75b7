package dev.assent.server.log;

import dev.assent.Assent;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.node.NodeConfig;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;

/**
 * A process that commits one transaction on two databases and ends in the middle of it, as by kill -9; transactions
 * that earlier processes left in doubt stay so.
 */
final class DyingNode {
    static final int STATUS = 137;

    /** Longer than a busy machine takes. */
    private static final int LOGIN_SECONDS_MAX = 600;

    private DyingNode() {}

    /** Arguments: the node's properties file, the fault point to end at, the URLs of the two databases. */
    public static void main(String[] arguments) throws Exception {
        FaultPoint end = FaultPoint.valueOf(arguments[1]);
        Assent assent = Internals.tracer(
                        Assent.builder()
                                .config(NodeConfig.read(Path.of(arguments[0])).settings()),
                        (point, id, participant) -> {
                            if (point == end) {
                                Runtime.getRuntime().halt(STATUS);
                            }
                        })
                .openHeld();
        commit(assent, pool(assent, "orders", arguments[2]), pool(assent, "stock", arguments[3]));
        throw new AssertionError(end + " was not reached");
    }

    static JdbcPool pool(Assent assent, String name, String url) {
        return JdbcPool.open(
                assent,
                JdbcPoolConfig.of(name, Map.of("xa-data-source", "org.postgresql.xa.PGXADataSource", "driver.url", url))
                        .with(PoolSetting.LOGIN_TIMEOUT_SECONDS, LOGIN_SECONDS_MAX));
    }

    static void commit(Assent assent, JdbcPool orders, JdbcPool stock) throws Exception {
        TransactionManager manager = assent.transactionManager();
        manager.begin();
        for (JdbcPool each : new JdbcPool[] {orders, stock}) {
            try (Connection connection = each.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO work VALUES ('done')");
            }
        }
        manager.commit();
    }
}
