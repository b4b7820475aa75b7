package dev.assent.server.crash;

import dev.assent.core.observe.FaultPoint;
import java.util.ArrayList;
import java.util.List;

/**
 * An instant at which the tour kills a process, and the conditions that must then hold. Immutable and safe to share.
 *
 * @param title for people
 * @param scene the work of the process
 * @param point the fault point
 * @param participant the index of the side; -1 for a point of the whole transaction
 * @param inDoubt the sides that hold a prepared branch then
 * @param applied the sides that have committed the transfer then
 * @param commits whether the transfer must be committed after recovery: its decision was written
 */
public record CrashPoint(
        String title,
        Scene scene,
        FaultPoint point,
        int participant,
        List<String> inDoubt,
        List<String> applied,
        boolean commits) {

    /** The work of a process when it is killed. */
    public enum Scene {
        /** It commits a transfer that both sides agree to. */
        COMMIT,
        /** It rolls back a transfer, as the application wants. */
        WITHDRAWN,
        /** It rolls back a transfer that the south refuses. */
        REFUSED,
        /** It commits one transfer after the other until the decision of one goes into a checkpoint of the log. */
        CHECKPOINT,
        /** It opens its log and recovers from a crash after the decision of a transfer was durable. */
        RECOVERY,
        /** It opens its log and recovers from a crash when both sides were prepared and nothing was decided. */
        PRESUMED
    }

    private static final List<String> NONE = List.of();
    private static final List<String> NORTH = List.of("north");
    private static final List<String> SOUTH = List.of("south");
    private static final List<String> BOTH = List.of("north", "south");

    private static final List<CrashPoint> COMMIT = List.of(
            commit("before prepare at north", FaultPoint.BEFORE_PREPARE, 0, NONE, NONE, false),
            commit("after prepare at north", FaultPoint.AFTER_PREPARE, 0, NORTH, NONE, false),
            commit("before prepare at south", FaultPoint.BEFORE_PREPARE, 1, NORTH, NONE, false),
            commit("after prepare at south", FaultPoint.AFTER_PREPARE, 1, BOTH, NONE, false),
            commit("before force", FaultPoint.BEFORE_FORCE, -1, BOTH, NONE, false),
            commit("after force", FaultPoint.AFTER_FORCE, -1, BOTH, NONE, true),
            commit("before commit at north", FaultPoint.BEFORE_COMMIT, 0, BOTH, NONE, true),
            commit("after commit at north", FaultPoint.AFTER_COMMIT, 0, SOUTH, NORTH, true),
            commit("before commit at south", FaultPoint.BEFORE_COMMIT, 1, SOUTH, NORTH, true),
            commit("after commit at south", FaultPoint.AFTER_COMMIT, 1, NONE, BOTH, true),
            commit("before end", FaultPoint.BEFORE_END, -1, NONE, BOTH, true),
            commit("after end", FaultPoint.AFTER_END, -1, NONE, BOTH, true));

    private static final List<CrashPoint> WITHDRAWN = List.of(
            withdrawn("withdrawn, before rollback at north", FaultPoint.BEFORE_ROLLBACK, 0),
            withdrawn("withdrawn, after rollback at north", FaultPoint.AFTER_ROLLBACK, 0),
            withdrawn("withdrawn, after rollback at south", FaultPoint.AFTER_ROLLBACK, 1));

    /** The data that a killed process has written are in the system's memory, so the next process reads them. */
    private static final List<CrashPoint> CHECKPOINT = List.of(
            checkpoint("checkpoint: before it is written", FaultPoint.BEFORE_CHECKPOINT, false),
            checkpoint("checkpoint: before it is forced", FaultPoint.UNFORCED_CHECKPOINT, true),
            checkpoint("checkpoint: after it is forced", FaultPoint.AFTER_CHECKPOINT, true));

    private static final List<CrashPoint> RECOVERY = List.of(
            recovery("start: before its checkpoint", FaultPoint.BEFORE_CHECKPOINT, -1, BOTH, NONE),
            recovery("start: checkpoint not forced", FaultPoint.UNFORCED_CHECKPOINT, -1, BOTH, NONE),
            recovery("start: after its checkpoint", FaultPoint.AFTER_CHECKPOINT, -1, BOTH, NONE),
            recovery("recovery: both listed", FaultPoint.RECOVERY_LISTED, -1, BOTH, NONE),
            recovery("recovery: after commit at north", FaultPoint.AFTER_COMMIT, 0, SOUTH, NORTH),
            recovery("recovery: before end", FaultPoint.BEFORE_END, -1, NONE, BOTH),
            recovery("recovery: done", FaultPoint.RECOVERY_DONE, -1, NONE, BOTH));

    private static final List<CrashPoint> PRESUMED = List.of(
            presumed("undecided: both listed", FaultPoint.RECOVERY_LISTED, -1, BOTH),
            presumed("undecided: after rollback at north", FaultPoint.AFTER_ROLLBACK, 0, SOUTH),
            presumed("undecided: recovery done", FaultPoint.RECOVERY_DONE, -1, NONE));

    /** Whether the transfer must be rolled back, whatever dies: no decision to commit it can be written any more. */
    boolean mustRollBack() {
        return scene == Scene.WITHDRAWN || scene == Scene.REFUSED || scene == Scene.PRESUMED;
    }

    /**
     * The tour of the demo: every fault point that a transfer or its recovery can reach, in the order of time.
     * One-phase commit needs a lone participant, and to forget needs one that broke its word: neither occurs
     * here.
     *
     * @param refusesAtPrepare whether the south refuses a transfer when it is asked to prepare, and not at
     *     its statement already
     */
    public static List<CrashPoint> all(boolean refusesAtPrepare) {
        List<CrashPoint> all = new ArrayList<>(COMMIT);
        all.add(refused("south refuses, before rollback", FaultPoint.BEFORE_ROLLBACK, refusesAtPrepare ? NORTH : NONE));
        all.add(refused("south refuses, after rollback", FaultPoint.AFTER_ROLLBACK, NONE));
        all.addAll(RECOVERY);
        return List.copyOf(all);
    }

    /**
     * The tour of the crash tests: the same points, in more scenes. They also lie inside a checkpoint that comes when
     * the log's segment is full, in a rollback without prepare, and in a recovery that rolls back.
     */
    public static List<CrashPoint> inAllScenes(boolean refusesAtPrepare) {
        List<CrashPoint> all = new ArrayList<>(all(refusesAtPrepare));
        all.addAll(WITHDRAWN);
        all.addAll(PRESUMED);
        all.addAll(CHECKPOINT);
        return List.copyOf(all);
    }

    private static CrashPoint commit(
            String title,
            FaultPoint point,
            int participant,
            List<String> inDoubt,
            List<String> applied,
            boolean commits) {
        return new CrashPoint(title, Scene.COMMIT, point, participant, inDoubt, applied, commits);
    }

    private static CrashPoint refused(String title, FaultPoint point, List<String> inDoubt) {
        return new CrashPoint(title, Scene.REFUSED, point, 0, inDoubt, NONE, false);
    }

    private static CrashPoint withdrawn(String title, FaultPoint point, int participant) {
        return new CrashPoint(title, Scene.WITHDRAWN, point, participant, NONE, NONE, false);
    }

    private static CrashPoint checkpoint(String title, FaultPoint point, boolean commits) {
        return new CrashPoint(title, Scene.CHECKPOINT, point, -1, BOTH, NONE, commits);
    }

    private static CrashPoint recovery(
            String title, FaultPoint point, int participant, List<String> inDoubt, List<String> applied) {
        return new CrashPoint(title, Scene.RECOVERY, point, participant, inDoubt, applied, true);
    }

    private static CrashPoint presumed(String title, FaultPoint point, int participant, List<String> inDoubt) {
        return new CrashPoint(title, Scene.PRESUMED, point, participant, inDoubt, NONE, false);
    }
}
