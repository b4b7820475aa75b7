package dev.assent.lab.role;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.transport.Endpoint;
import dev.assent.lab.transport.LabServer;
import dev.assent.lab.transport.LabTransport;
import dev.assent.resources.XaDriverConfig;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The process of a server, or of a coordinator, which is one without a database. It says "ready", its address, and after a tab
 * name and version of its database, if it has one; to each order "phases" and what {@link PhaseTotals} are until now;
 * and it ends when there are no more orders.
 */
public final class ServerRole {
    /** An embedded database may have much to write. */
    private static final Duration END_MAX = Duration.ofSeconds(20);

    static final String BETWEEN = "\t";
    static final String PHASES = "phases";

    /** More than a client has threads. */
    private static final int CONNECTIONS_MAX = 80;

    /** A day: longer than any run needs the same processes. */
    private static final int RECOVERY_PERIOD_SECONDS = 24 * 60 * 60;

    /** Positions of arguments. */
    private static final int LOG = 4;

    private static final int SERVICES = 5;

    private static final int DATABASE = 6;

    private ServerRole() {}

    /**
     * Arguments: the transport, where it listens, the address at which others reach it, and the port, as in {@link
     * Endpoint}; the folder of the log or {@code memory}; the class of its {@link Services}; and for one with a
     * database the class of its XA data source and its properties as {@code KEY=VALUE}.
     */
    public static void main(String[] arguments) {
        List<String> all = Arrays.asList(arguments);
        RoleMain.run(END_MAX, (orders, answers) -> serve(all, orders, answers));
    }

    private static void serve(List<String> all, Orders orders, Answers answers) throws Exception {
        Endpoint endpoint = new Endpoint(all.get(1), all.get(2), Integer.parseInt(all.get(3)));
        Services services = Class.forName(all.get(SERVICES))
                .asSubclass(Services.class)
                .getConstructor()
                .newInstance();
        try (LabServer server = LabTransport.of(all.get(0)).serve(config(all.get(LOG)), endpoint)) {
            List<String> driver = all.subList(DATABASE, all.size());
            @Nullable DataSource database = driver.isEmpty() ? null : open(server, driver);
            services.export(server, database);
            answers.say(RoleProcesses.READY + " " + server.address()
                    + (database == null ? "" : BETWEEN + versionOf(database)));
            while (orders.next().isPresent()) {
                answers.say(
                        PHASES + " " + PhaseTotals.of(server.node(), services).toText());
            }
        }
    }

    /**
     * The node times the phases of all transactions, so that they add up to the client's times. It asks no resource for
     * orphans meanwhile: that would open and close a connection, whose bytes would count.
     */
    private static AssentConfig config(String log) {
        AssentConfig timed = AssentConfig.defaults()
                .with(Setting.METRICS, "all")
                .with(Setting.RECOVERY_PERIOD_SECONDS, RECOVERY_PERIOD_SECONDS);
        return log.equals("memory") ? timed.with(Setting.LOG, log) : timed.with(Setting.LOG_FOLDER, log);
    }

    private static DataSource open(LabServer server, List<String> told) throws SQLException {
        XaDriverConfig driver = XaDriverConfig.of(told.get(0));
        for (String each : told.subList(1, told.size())) {
            int equals = each.indexOf('=');
            driver = driver.with(each.substring(0, equals), each.substring(equals + 1));
        }
        return server.openDatabase(driver, CONNECTIONS_MAX);
    }

    private static String versionOf(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            DatabaseMetaData about = connection.getMetaData();
            return about.getDatabaseProductName() + " "
                    + about.getDatabaseProductVersion().lines().findFirst().orElse("");
        }
    }
}
