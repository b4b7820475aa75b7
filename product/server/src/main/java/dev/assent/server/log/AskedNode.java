package dev.assent.server.log;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.LogFolderHeldException;
import dev.assent.LogUnavailableException;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Verb;
import dev.assent.Setting;
import dev.assent.core.adapter.AdminClient;
import dev.assent.core.adapter.AdminSocket;
import dev.assent.core.message.CoreMessages;
import dev.assent.core.operator.ActResult;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.operator.Filter;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The node behind a log folder. It answers in one of three ways:
 *
 * <ol>
 *   <li>If a process holds the folder, that process answers, through its admin socket.
 *   <li>If no process holds it: to look, this class reads the log and changes nothing; to act, it opens the node as for
 *       a start, in its next epoch, but the node recovers nothing by itself.
 *   <li>If the log is gone, alone or with its folder: to look, this class asks only the resources; to act, it
 *       makes a new log if the operator wants that, so that the act is on record.
 * </ol>
 *
 * <p>Confined to one thread.
 */
final class AskedNode {
    /** How long a running node may take: longer than resources that do not answer keep it. */
    private static final Duration ANSWER_MAX = Duration.ofSeconds(120);

    private final NodeConfig config;
    private final Path folder;
    private final boolean hasFile;
    private final boolean mayMake;

    /**
     * The node with this configuration.
     *
     * @param hasFile whether the configuration is that of its properties file
     * @param mayMake whether a log is made when there is none
     */
    AskedNode(NodeConfig config, boolean hasFile, boolean mayMake) {
        this.config = config;
        this.folder = Path.of(config.settings().get(Setting.LOG_FOLDER));
        this.hasFile = hasFile;
        this.mayMake = mayMake;
    }

    /** Asks it, and waits for the answer. */
    OperatorAnswer ask(OperatorRequest request) {
        try {
            if (isEnd(request)) {
                return endNothing(request);
            }
            return isLook(request) ? look(request) : act(request);
        } catch (LogFolderHeldException running) { // 1
            return askRunning(request, running.holder());
        }
    }

    private static boolean isEnd(OperatorRequest request) {
        return request.verb() == Verb.END || request.verb() == Verb.END_ALL_OF;
    }

    /** A node that does not run has nothing under way. */
    private OperatorAnswer endNothing(OperatorRequest request) {
        try (Node held = Node.openToRead(config)) {
            ActResult nothing = new ActResult(Kind.REFUSED, MESSAGES.endNotRunning(folder));
            return nothing.answer(request.flags().json());
        }
    }

    private static boolean isLook(OperatorRequest request) {
        return request.verb() == Verb.LIST
                || request.verb() == Verb.SHOW
                || request.flags().whatIf()
                || Filter.isToShow(request.subject());
    }

    private OperatorAnswer look(OperatorRequest request) {
        boolean isGone = config.hasResources()
                && !Assent.builder().config(config.settings()).hasLog();
        NodeConfig asked = isGone ? config.with(Setting.LOG, "memory") : config; // 3 or 2
        try (Node node = Node.openToRead(asked)) {
            return operate(node, request);
        }
    }

    private OperatorAnswer act(OperatorRequest request) {
        if (!Assent.builder().config(config.settings()).hasLog() && !mayMake) {
            Path absent = folder.toAbsolutePath();
            throw new LogUnavailableException(
                    Files.isDirectory(folder)
                            ? CoreMessages.MESSAGES.logFolderEmpty(absent.toString())
                            : CoreMessages.MESSAGES.logFolderAbsent(absent),
                    null);
        }
        if (!canCarryOut(request)) {
            throw new IllegalArgumentException(MESSAGES.actWithoutResources(request.subject(), folder));
        }
        try (Node node = Node.openHeld(config)) {
            return operate(node, request);
        }
    }

    /** Its file names all resources; without one, none is known. */
    private OperatorAnswer operate(Node node, OperatorRequest request) {
        if (hasFile) {
            node.assent().allResourcesAreRegistered();
        }
        return node.assent().operator().run(request);
    }

    /**
     * Adopting needs only the log. All other acts need the resources; and only their file says that a resource which is
     * lost for good is no longer among them.
     */
    private boolean canCarryOut(OperatorRequest request) {
        return request.verb() == Verb.ADOPT
                || (hasFile && (config.hasResources() || !request.lost().isEmpty()));
    }

    private OperatorAnswer askRunning(OperatorRequest request, String holder) {
        Path socket = folder.resolve(AdminSocket.FILE);
        try {
            return AdminClient.ask(folder.toRealPath(), request, ANSWER_MAX);
        } catch (SocketTimeoutException late) {
            return unknown(MESSAGES.adminLate(folder, holder, ANSWER_MAX.toSeconds()), request);
        } catch (IOException unanswered) {
            return unknown(MESSAGES.adminNotReached(folder, holder, socket, unanswered), request);
        }
    }

    /** The node may carry out the request all the same. */
    private static OperatorAnswer unknown(String text, OperatorRequest request) {
        return new ActResult(Kind.UNKNOWN, text).answer(request.flags().json());
    }
}
