package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.TransactionId;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/**
 * The main class of a process that is killed: commits one transaction on two servers, and when it
 * reaches a fault point says so and waits for its end.
 */
final class CrashingNode {
    static final String HERE = "at the fault point";

    private CrashingNode() {}

    /** Arguments: log folder, fault point, the URLs of two databases. */
    public static void main(String[] arguments) throws Exception {
        Assent assent = open(arguments[0], FaultPoint.valueOf(arguments[1]), id -> HERE);
        JdbcPool orders = pool(assent, "orders", arguments[2]);
        JdbcPool payments = pool(assent, "payments", arguments[3]);
        assent.transactionManager().begin();
        insert(orders, 1);
        insert(payments, 1);
        assent.transactionManager().commit();
        System.out.println("never " + HERE);
    }

    /**
     * Opens a node that waits for its end at a fault point.
     *
     * @param folder of its log
     * @param says what it prints there of the transaction
     */
    static Assent open(String folder, FaultPoint point, Function<TransactionId, String> says) {
        AssentConfig config =
                AssentConfig.defaults().with(Setting.LOG_FOLDER, folder).with(Setting.DISPATCH, "inline");
        return Internals.tracer(Assent.builder().config(config), (reached, id, participant) -> {
                    if (reached == point && id != null) {
                        System.out.println(says.apply(id));
                        waitForTheEnd();
                    }
                })
                .open();
    }

    static JdbcPool pool(Assent assent, String name, String url) {
        XaDriverConfig driver = XaDriverConfig.of("org.postgresql.xa.PGXADataSource")
                .with("url", url)
                .with("user", "postgres");
        return JdbcPool.open(assent, JdbcPoolConfig.of(name, driver));
    }

    private static void waitForTheEnd() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
