package dev.assent.lab.role;

import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.wire.Host;
import dev.assent.lab.wire.LabTransport;
import dev.assent.remote.ConnectedNode;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.XaDriverConfig;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The process of a server, or of a coordinator, which is one without a database. It says "ready ADDRESS", and ends when its
 * input does.
 */
public final class ServerRole {
    /** More than any crowd of clients has threads. */
    private static final int CONNECTIONS_MAX = 80;

    private ServerRole() {}

    /**
     * Arguments: the transport, the host's name, the folder of the log or {@code memory}, and for one with a database the
     * class of its XA data source and its properties as {@code KEY=VALUE}.
     */
    public static void main(String[] arguments) throws Exception {
        List<String> all = Arrays.asList(arguments);
        try (Host host = LabTransport.of(all.get(0)).serve(config(all.get(2)), all.get(1))) {
            host.export(new ConstantPayloads());
            @Nullable JdbcPool bank = all.size() == 3 ? null : open(host, all.get(3), all.subList(4, all.size()));
            System.out.println("ready " + host.address());
            awaitEndOfInput();
            if (bank != null) {
                bank.close();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static AssentConfig config(String log) {
        return log.equals("memory")
                ? AssentConfig.defaults().with(Setting.LOG, log)
                : AssentConfig.defaults().with(Setting.LOG_FOLDER, log);
    }

    private static JdbcPool open(Host host, String dataSource, List<String> properties) throws Exception {
        XaDriverConfig driver = XaDriverConfig.of(dataSource);
        for (String each : properties) {
            int equals = each.indexOf('=');
            driver = driver.with(each.substring(0, equals), each.substring(equals + 1));
        }
        JdbcPoolConfig config = JdbcPoolConfig.of("bank", driver).with(PoolSetting.CONNECTIONS_MAX, CONNECTIONS_MAX);
        JdbcPool bank = JdbcPool.open(node(host), config);
        AccountTable account = AccountTable.found(bank);
        host.export(account, false);
        host.export(account, true);
        return bank;
    }

    /** A transport without transactions has no node, but its work has a pool as any other's. */
    private static Assent node(Host host) {
        ConnectedNode node = host.node();
        return node == null ? Assent.open(AssentConfig.defaults().with(Setting.LOG, "memory")) : node.assent();
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // nothing is said to it
        }
    }
}
