package dev.assent.server.run;

import dev.assent.Assent;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import dev.assent.server.ConsoleLog;
import dev.assent.server.HelpOption;
import dev.assent.server.Main;
import dev.assent.server.Range;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code run} with its options. Confined to one thread. */
@Command(
        name = "run",
        header = "Starts a node with its resources and keeps recovering until SIGTERM or SIGINT.",
        description = {
            "",
            "Use it if an application is gone for long and has left transactions in doubt: give it the application's"
                    + " log folder and its resources under their names, and stop it before the application starts"
                    + " again.",
            "",
            "The first line on standard output names the node and its epoch. Notices go to standard error, one line"
                    + " each: one if a resource is not reached, one when it is back.",
            "",
            "For JDBC drivers that are not part of Assent, set ASSENT_CLASS_PATH to their jars, separated by ':'.",
            ""
        },
        sortOptions = false)
public final class RunCommand implements Callable<Integer> {
    private static final int RECOVER_AGAIN_MILLIS = 500;
    private static final Range SECONDS = new Range(1, 86_400);

    @Spec
    private @Nullable CommandSpec spec;

    private int limitSeconds;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            required = true,
            order = 1,
            description = "The node's properties file; its keys are in docs/reference/node-settings.md.")
    private @Nullable Path file;

    @Option(
            names = "--once",
            arity = "0",
            order = 2,
            description = "Recover once, print what './assent log list' prints, and end: with status 0 if nothing is in"
                    + " doubt, 1 if something stays in doubt or a resource could not be asked.")
    private boolean once;

    @Mixin
    private final HelpOption help = new HelpOption();

    @Option(
            names = "--limit-seconds",
            paramLabel = "1..86400",
            order = 3,
            defaultValue = "60",
            description = "With --once: how long to wait for resources; default $" + "{DEFAULT-VALUE}.")
    private void setLimitSeconds(String value) {
        limitSeconds = SECONDS.check(Objects.requireNonNull(spec), "--limit-seconds", value);
    }

    @Override
    public Integer call() throws InterruptedException {
        ConsoleLog.onOneLine();
        NodeConfig config = NodeConfig.read(Objects.requireNonNull(file));
        Lines lines = new Lines(Objects.requireNonNull(spec).commandLine().getOut());
        return once ? once(config, lines) : new NodeRun(config, lines).untilStopped();
    }

    private int once(NodeConfig config, Lines lines) throws InterruptedException {
        try (Node node = Node.open(config)) {
            node.assent().allResourcesAreRegistered();
            lines.say(node.toString());
            recover(node.assent(), Duration.ofSeconds(limitSeconds));
            OperatorAnswer left = node.assent()
                    .operator()
                    .run(new OperatorRequest(OperatorRequest.Verb.LIST, "", OperatorRequest.Flags.NONE, ""));
            lines.say(left.text());
            return left.status() == OperatorAnswer.CLEAR ? Main.SUCCESS : Main.FAILURE;
        }
    }

    /** Recovers until nothing is left to do for recovery itself; waits for resources that are away. */
    private static void recover(Assent assent, Duration limit) throws InterruptedException {
        long endNanos = System.nanoTime() + limit.toNanos();
        while (!assent.recover().isComplete() && endNanos - System.nanoTime() > 0) {
            Thread.sleep(RECOVER_AGAIN_MILLIS);
        }
    }
}
