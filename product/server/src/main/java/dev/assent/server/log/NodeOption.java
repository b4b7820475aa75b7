package dev.assent.server.log;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.Setting;
import dev.assent.core.operator.ActResult;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.resources.node.NodeConfig;
import dev.assent.server.ConsoleLog;
import dev.assent.server.HelpOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of all commands: which node they ask, and how the answer looks. Confined to one thread. */
final class NodeOption {
    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--log",
            paramLabel = "FOLDER",
            order = 1,
            description = "The node's log folder; default: the one in its properties file.")
    private @Nullable Path folder;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            order = 2,
            description = {
                "The node's properties file. If the node does not run, the resources in this file are asked; without"
                        + " the file only the log is read."
            })
    private @Nullable Path file;

    @Option(
            names = "--json",
            arity = "0",
            order = 3,
            description = "Answer in JSON, described in docs/reference/operator-json.md.")
    private boolean json;

    @Mixin
    private final HelpOption help = new HelpOption();

    Flags flags(boolean whatIf, boolean whole) {
        return new Flags(whatIf, json, whole);
    }

    /**
     * Asks the node, prints the answer and gives the exit status. In JSON a failure is an answer, too.
     *
     * @param request makes the request, and may refuse to
     * @param mayMake whether a log folder is made when there is none
     */
    int ask(Supplier<OperatorRequest> request, boolean mayMake) {
        CommandSpec known = Objects.requireNonNull(spec);
        if (folder == null && file == null) {
            throw new ParameterException(known.commandLine(), MESSAGES.logNotNamed());
        }
        ConsoleLog.onOneLine();
        OperatorAnswer answer = json ? askInJson(request, mayMake) : answer(request, mayMake);
        if (isRefusal(answer)) {
            known.commandLine().getErr().println("assent: " + answer.text());
        } else {
            known.commandLine().getOut().println(answer.text());
            known.commandLine().getOut().flush();
        }
        return answer.status();
    }

    private OperatorAnswer askInJson(Supplier<OperatorRequest> request, boolean mayMake) {
        try {
            OperatorAnswer answer = answer(request, mayMake);
            return isRefusal(answer) ? refused(answer.text()) : answer; // by a node that has not read the request
        } catch (RuntimeException failed) {
            String text = failed.getMessage();
            return refused(text == null ? failed.toString() : text);
        }
    }

    private static boolean isRefusal(OperatorAnswer answer) {
        return answer.text().startsWith("ASSENT-");
    }

    private static OperatorAnswer refused(String text) {
        return new ActResult(Kind.REFUSED, text).answer(true);
    }

    private OperatorAnswer answer(Supplier<OperatorRequest> request, boolean mayMake) {
        NodeConfig config = file == null ? NodeConfig.defaults() : NodeConfig.read(file);
        if (folder != null) {
            config = config.with(Setting.LOG, "file").with(Setting.LOG_FOLDER, folder);
        }
        return new AskedNode(config, file != null, mayMake).ask(request.get());
    }
}
