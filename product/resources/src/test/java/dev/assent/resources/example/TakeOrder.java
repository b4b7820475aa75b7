package dev.assent.resources.example;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.XaDriverConfig;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.Statement;

/** Takes an order in one database and the goods out of another. The README shows this class. */
public final class TakeOrder {
    private TakeOrder() {}

    /** Arguments: the JDBC URLs of the two databases, and the folder of the decision log. */
    public static void main(String[] arguments) throws Exception {
        try (Assent assent =
                        Assent.builder().with(Setting.LOG_FOLDER, arguments[2]).open();
                JdbcPool orders = JdbcPool.open(assent, postgres("orders", arguments[0]));
                JdbcPool stock = JdbcPool.open(assent, postgres("stock", arguments[1]))) {
            TransactionManager manager = assent.transactionManager();
            manager.begin();
            try {
                run(orders, "INSERT INTO purchase (article, pieces) VALUES ('tea', 2)");
                run(stock, "UPDATE stock SET pieces = pieces - 2 WHERE article = 'tea'");
            } catch (Exception failed) {
                manager.rollback();
                throw failed;
            }
            manager.commit();
        }
    }

    private static JdbcPoolConfig postgres(String name, String url) {
        return JdbcPoolConfig.of(
                name, XaDriverConfig.of("org.postgresql.xa.PGXADataSource").with("url", url));
    }

    private static void run(JdbcPool pool, String sql) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
