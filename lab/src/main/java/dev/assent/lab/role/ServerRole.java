package dev.assent.lab.role;

import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.wire.Host;
import dev.assent.lab.wire.LabTransport;
import dev.assent.lab.wire.Place;
import dev.assent.remote.ConnectedNode;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.XaDriverConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The process of a server, or of a coordinator, which is one without a database. It says "ready ADDRESS", to each line what
 * {@link PhaseTotals} are until now, and ends when its input does.
 */
public final class ServerRole {
    /** More than any crowd of clients has threads. */
    private static final int CONNECTIONS_MAX = 80;

    /** Positions of arguments. */
    private static final int LOG = 4;

    private static final int BANK = 5;

    private ServerRole() {}

    /**
     * Arguments: the transport, where it listens, by which address it is reached, and the port, as in {@link Place}; the
     * folder of the log or {@code memory}; and for one with a database the class of its XA data source and its properties
     * as {@code KEY=VALUE}.
     */
    public static void main(String[] arguments) throws Exception {
        List<String> all = Arrays.asList(arguments);
        Place place = new Place(all.get(1), all.get(2), Integer.parseInt(all.get(3)));
        try (Host host = LabTransport.of(all.get(0)).serve(config(all.get(LOG)), place)) {
            host.export(new ConstantPayloads());
            List<String> driver = all.subList(BANK, all.size());
            @Nullable DataSource bank = driver.isEmpty() ? null : open(host, driver);
            System.out.println("ready " + host.address());
            answer(host.node());
            if (bank instanceof AutoCloseable pool) {
                pool.close();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static void answer(@Nullable ConnectedNode node) throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (questions.readLine() != null) {
            System.out.println(PhaseTotals.of(node).toText());
        }
    }

    /** The phases of all transactions are timed, so that they add up to what a client sees. */
    private static AssentConfig config(String log) {
        AssentConfig timed = AssentConfig.defaults().with(Setting.METRICS, "all");
        return log.equals("memory") ? timed.with(Setting.LOG, log) : timed.with(Setting.LOG_FOLDER, log);
    }

    private static DataSource open(Host host, List<String> told) throws Exception {
        XaDriverConfig driver = XaDriverConfig.of(told.get(0));
        for (String each : told.subList(1, told.size())) {
            int equals = each.indexOf('=');
            driver = driver.with(each.substring(0, equals), each.substring(equals + 1));
        }
        DataSource own = host.bank(driver, CONNECTIONS_MAX);
        DataSource bank = own == null ? JdbcPool.open(node(host), config(driver)) : own;
        AccountTable account = AccountTable.found(bank);
        host.export(account, false);
        host.export(account, true);
        return bank;
    }

    private static JdbcPoolConfig config(XaDriverConfig driver) {
        return JdbcPoolConfig.of("bank", driver).with(PoolSetting.CONNECTIONS_MAX, CONNECTIONS_MAX);
    }

    /** A transport without transactions has no node, but its work has a pool as any other's. */
    private static Assent node(Host host) {
        ConnectedNode node = host.node();
        return node == null ? Assent.open(AssentConfig.defaults().with(Setting.LOG, "memory")) : node.assent();
    }
}
