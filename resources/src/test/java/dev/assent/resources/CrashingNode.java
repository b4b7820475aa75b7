package dev.assent.resources;

import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.core.observe.FaultPoint;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a process that is killed: commits one transaction on two servers, and when it
 * reaches a fault point says so and waits for its end.
 */
final class CrashingNode {
    static final String HERE = "at the fault point";

    private CrashingNode() {}

    /** Arguments: log folder, fault point, the URLs of two databases. */
    public static void main(String[] arguments) throws Exception {
        FaultPoint point = FaultPoint.valueOf(arguments[1]);
        AssentConfig config =
                AssentConfig.defaults().with(Setting.LOG_FOLDER, arguments[0]).with(Setting.DISPATCH, "inline");
        Assent assent = Assent.open(config, (reached, id, participant) -> {
            if (reached == point && id != null) {
                System.out.println(HERE);
                waitForTheEnd();
            }
        });
        JdbcPool orders = pool(assent, "orders", arguments[2]);
        JdbcPool payments = pool(assent, "payments", arguments[3]);
        assent.transactionManager().begin();
        insert(orders);
        insert(payments);
        assent.transactionManager().commit();
        System.out.println("never " + HERE);
    }

    static JdbcPool pool(Assent assent, String name, String url) {
        XaDriverConfig driver = XaDriverConfig.of("org.postgresql.xa.PGXADataSource")
                .with("url", url)
                .with("user", "postgres");
        return JdbcPool.open(assent, JdbcPoolConfig.of(name, driver));
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
