package dev.assent.server.processes;

import dev.assent.Assent;
import dev.assent.MetricsSnapshot;
import dev.assent.Setting;
import dev.assent.remote.CallTransaction;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.assembly.AssembledNode;
import dev.assent.resources.assembly.NodeFile;
import dev.assent.resources.node.Node;
import dev.assent.server.crash.Bank;
import dev.assent.server.crash.CrashTrigger;
import dev.assent.server.crash.TransferNode;
import dev.assent.server.crash.Victim;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;

/**
 * The coordinator, or a bank server: a node by the keys of a properties file.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class NodeVictim implements Victim {
    /** More than the load of the demo has threads. */
    private static final int CONNECTIONS_MAX = 70;

    private final Recorder recorder;
    private final Node node;

    NodeVictim(RoleProcess.Setup setup, CrashTrigger trigger) {
        recorder = new Recorder(trigger, setup.role() == Role.COORDINATOR ? "its decision" : "its vote");
        node = AssembledNode.open(NodeFile.parse(keys(setup)), recorder, recorder);
        for (Bank bank : setup.bank()) {
            DataSource database = node.dataSource(bank.name());
            node.export(
                    BankService.NAME,
                    BankService.class,
                    (transfer, account, amount) -> TransferNode.book(database, account, amount, transfer),
                    CallTransaction.MANDATORY);
        }
    }

    private static Map<String, String> keys(RoleProcess.Setup setup) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put(Setting.LOG_FOLDER.key(), setup.folder());
        keys.put("transport.wire.listen", setup.addresses().get(setup.role()));
        for (Bank bank : setup.bank()) {
            String prefix = "resource." + bank.name() + ".";
            keys.put(prefix + "type", "jdbc");
            keys.put(prefix + "xa-data-source", bank.driver().dataSourceClass());
            bank.driver().properties().forEach((key, value) -> keys.put(prefix + "driver." + key, value));
            keys.put(prefix + PoolSetting.CONNECTIONS_MAX.key(), Integer.toString(CONNECTIONS_MAX));
            keys.put(prefix + PoolSetting.PROBE.key(), "false"); // its branch would be in doubt for a moment
        }
        return keys;
    }

    @Override
    public Assent node() {
        return node.assent();
    }

    @Override
    public String obey(String[] command) {
        return switch (command[0]) {
            case "count" -> counts();
            case "record" -> recorder.begin();
            default -> "unknown-command " + command[0];
        };
    }

    private String counts() {
        MetricsSnapshot.Log log = node.assent().logStatistics();
        return "counts forces=" + log.forces() + " records=" + log.records() + " " + recorder.counts();
    }

    @Override
    public void close() {
        node.close();
    }
}
