package dev.assent.resources;

import dev.assent.Assent;
import dev.assent.Setting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import javax.sql.XADataSource;

/** The main class of a process that is killed when the start-up probe has prepared its branch. */
final class ProbingNode {
    static final String HERE = "the probe has prepared";

    private ProbingNode() {}

    /** Arguments: log folder, the URL of a PostgreSQL database. */
    public static void main(String[] arguments) {
        String url = arguments[1];
        XADataSource source = XaDriverConfig.of("org.postgresql.xa.PGXADataSource")
                .with("url", url)
                .with("user", "postgres")
                .create();
        XADataSource waits = (XADataSource) Proxy.newProxyInstance(
                ProbingNode.class.getClassLoader(), new Class<?>[] {XADataSource.class}, (proxy, method, values) -> {
                    if (method.getName().equals("getXAConnection") && isPrepared(url)) {
                        System.out.println(HERE);
                        new CountDownLatch(1).await();
                    }
                    try {
                        return method.invoke(source, values);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
        Assent assent = Assent.builder().with(Setting.LOG_FOLDER, arguments[0]).open();
        JdbcPool.open(assent, JdbcPoolConfig.of("orders", waits));
        System.out.println("never " + HERE);
    }

    private static boolean isPrepared(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from pg_prepared_xacts")) {
            rows.next();
            return rows.getInt(1) > 0;
        }
    }
}
