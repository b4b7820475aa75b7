package dev.assent.server.run;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.Setting;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import dev.assent.server.ConsoleLog;
import dev.assent.server.HelpOption;
import dev.assent.server.Range;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code coordinator} with its options. Confined to one thread. */
@Command(
        name = "coordinator",
        header = "Starts a node without resources that begins and ends transactions for others.",
        description = {
            "",
            "Clients without a transaction manager begin and end their transactions here. The nodes that they call"
                    + " join by themselves. The coordinator decides, keeps its decisions in its log, and sends them"
                    + " until all is done.",
            "",
            "The first line on standard output names the node, its epoch and its address. With soap the second line"
                    + " names the URL of the Activation service; with iiop the next lines name those of the"
                    + " TransactionFactory and of the NameService. SIGTERM or SIGINT drain it: it begins no more"
                    + " transactions, running ones may end within the limit, the rest is rolled back.",
            ""
        },
        sortOptions = false)
public final class CoordinatorCommand implements Callable<Integer> {
    private static final Range SECONDS = new Range(0, 3_600);

    @Spec
    private @Nullable CommandSpec spec;

    private int drainSeconds;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            required = true,
            order = 1,
            description =
                    "The address at which others reach it, such as native://127.0.0.1:7400 or soap://127.0.0.1:8080;"
                            + " with port 0 the system chooses one.")
    private String listen = "";

    @Option(
            names = "--log",
            paramLabel = "FOLDER",
            required = true,
            order = 2,
            description = "The folder of its log; made if it does not exist.")
    private String log = "";

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            order = 3,
            description = "A setting as in a node's file, docs/reference/node-settings.md; repeatable. Those of"
                    + " the transport begin with transport." + TRANSPORT + ".")
    private Map<String, String> settings = Map.of();

    @Mixin
    private final HelpOption help = new HelpOption();

    /** The name of the transport in its settings. */
    private static final String TRANSPORT = "wire";

    @Option(
            names = "--drain-seconds",
            paramLabel = "0..3600",
            order = 4,
            defaultValue = "10",
            description = "How long running transactions may go on after SIGTERM; default $" + "{DEFAULT-VALUE}.")
    private void setDrainSeconds(String value) {
        drainSeconds = SECONDS.check(Objects.requireNonNull(spec), "--drain-seconds", value);
    }

    @Override
    public Integer call() throws InterruptedException {
        ConsoleLog.onOneLine();
        NodeConfig config = config();
        Lines lines = new Lines(Objects.requireNonNull(spec).commandLine().getOut());
        return new NodeRun(config, lines).untilStopped(drainSeconds, node -> drain(node, lines));
    }

    private NodeConfig config() {
        Map<String, String> keys = new LinkedHashMap<>(settings);
        keys.put(Setting.LOG_FOLDER.key(), log);
        keys.put("transport." + TRANSPORT + ".listen", listen);
        try {
            NodeConfig config = NodeConfig.of(keys);
            if (config.hasResources()) {
                throw new IllegalArgumentException(MESSAGES.coordinatorWithResources(config));
            }
            return config;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), refused.getMessage(), refused);
        }
    }

    private void drain(Node node, Lines lines) {
        node.assent().drain(Duration.ZERO); // before the report, so that its reader begins nothing more
        int underWay = node.assent().operator().underWay();
        lines.say("draining: " + underWay + " under way, " + drainSeconds + " s at most");
        if (!node.assent().drain(Duration.ofSeconds(drainSeconds))) {
            int left = node.assent().operator().underWay();
            lines.say("not ended in time, rolled back unless decided: " + left);
        }
    }
}
