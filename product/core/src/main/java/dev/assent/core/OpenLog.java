package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.AssentConfig;
import dev.assent.LogUnavailableException;
import dev.assent.Setting;
import dev.assent.core.adapter.FolderAudit;
import dev.assent.core.adapter.FolderStorage;
import dev.assent.core.adapter.Identities;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogContents;
import dev.assent.core.log.LogOptions;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.core.log.TracedStorage;
import dev.assent.core.observe.Notices;
import dev.assent.core.observe.Tracer;
import dev.assent.core.operator.NodeState;
import dev.assent.core.operator.NodeState.Mode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A log with the other files in its folder.
 *
 * @param log the decision log
 * @param folder where it is; null for one in memory
 * @param aside logs of other nodes that are kept there
 * @param audit of operators' acts
 * @param state of the node according to the log; null for a running node
 */
record OpenLog(
        DecisionLog log,
        @Nullable Path folder,
        AsideLogs aside,
        AuditTrail audit,
        @Nullable NodeState state) {
    /** Opens the log of a node that begins its next life; {@code tracer} gets its checkpoints. */
    static OpenLog open(AssentConfig config, Notices notices, @Nullable Tracer tracer) {
        if (config.get(Setting.LOG).equals("memory")) {
            return new OpenLog(new MemoryDecisionLog(Identities::random), null, AsideLogs.NONE, AuditTrail.NONE, null);
        }
        LogOptions options = new LogOptions(config.number(Setting.LOG_SEGMENT_BYTES));
        FolderStorage storage = FolderStorage.open(Path.of(config.get(Setting.LOG_FOLDER)));
        Path folder = Path.of(storage.place());
        FileDecisionLog log = FileDecisionLog.open(
                tracer == null ? storage : new TracedStorage(storage, tracer), options, Identities::random);
        log.opening().notice().ifPresent(notices::warning);
        return new OpenLog(log, folder, log.aside(), new FolderAudit(folder), null);
    }

    /** Whether the configuration has a log that can be read, or needs none. */
    static boolean isThere(AssentConfig config) {
        Path folder = Path.of(config.get(Setting.LOG_FOLDER));
        if (config.get(Setting.LOG).equals("memory")) {
            return true;
        }
        if (!FolderStorage.isThere(folder)) {
            return false;
        }
        try (FolderStorage storage = FolderStorage.openExisting(folder)) {
            return LogContents.isAnyIn(storage);
        }
    }

    /** Reads the log of a node that does not run, and changes nothing. */
    static OpenLog read(AssentConfig config) {
        if (config.get(Setting.LOG).equals("memory")) {
            DecisionLog none = new MemoryDecisionLog(Identities::random);
            NodeState gone = new NodeState(Mode.NO_LOG, "no log, so only the resources can tell");
            return new OpenLog(none, null, AsideLogs.NONE, AuditTrail.NONE, gone);
        }
        try (FolderStorage storage = FolderStorage.openExisting(Path.of(config.get(Setting.LOG_FOLDER)))) {
            LogContents contents = LogContents.read(storage)
                    .orElseThrow(() -> new LogUnavailableException(MESSAGES.logFolderEmpty(storage.place()), null));
            boolean isMoved = contents.isCopy();
            String elsewhere = "; its log was written at another place, so a node that starts here is a new one";
            NodeState state = isMoved
                    ? new NodeState(Mode.MOVED, "not running" + elsewhere)
                    : new NodeState(Mode.NOT_RUNNING, "not running");
            Path folder = Path.of(storage.place());
            return new OpenLog(contents, folder, AsideLogs.in(storage), AuditTrail.NONE, state);
        }
    }
}
