package dev.assent.resources;

import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.core.observe.FaultPoint;
import dev.assent.resources.local.LastResourceDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The main class of a process that is killed: commits one transaction on a server with XA and on another as
 * its last resource, and when it reaches a fault point says so and waits for its end.
 */
final class CrashingLastNode {
    private CrashingLastNode() {}

    /** Arguments: log folder, fault point, the URLs of two databases, whether there are markers. */
    public static void main(String[] arguments) throws Exception {
        FaultPoint point = FaultPoint.valueOf(arguments[1]);
        AssentConfig config = AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, Path.of(arguments[0]))
                .with(Setting.DISPATCH, "inline");
        Assent assent = Assent.open(config, (reached, id, participant) -> {
            if (reached == point && id != null) {
                System.out.println(id);
                waitForTheEnd();
            }
        });
        JdbcPool orders = CrashingNode.pool(assent, "orders", arguments[2]);
        JdbcPool ledger = ledger(assent, arguments[3], Boolean.parseBoolean(arguments[4]));
        assent.recover(); // makes the table of markers
        assent.transactionManager().begin();
        insert(ledger);
        insert(orders);
        assent.transactionManager().commit();
        System.out.println("never at the fault point");
    }

    /** A pool of connections without XA. */
    static JdbcPool ledger(Assent assent, String url, boolean hasMarkers) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser("postgres");
        LastResourceDataSource last =
                hasMarkers ? LastResourceDataSource.withMarkers(source) : LastResourceDataSource.of(source);
        return JdbcPool.open(assent, JdbcPoolConfig.of("ledger", last));
    }

    private static void insert(JdbcPool pool) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into item values (1, 'x')");
        }
    }

    private static void waitForTheEnd() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
