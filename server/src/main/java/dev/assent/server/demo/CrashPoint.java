package dev.assent.server.demo;

import dev.assent.core.observe.FaultPoint;
import java.util.List;

/**
 * An instant at which the tour kills a process, and what must be true because of it. Immutable and safe to
 * share.
 *
 * @param title for people
 * @param scene what the process is doing
 * @param point the fault point
 * @param participant the index of the bank; -1 for a point of the whole transaction
 * @param inDoubt the banks that hold a prepared transaction then
 * @param applied the banks that have committed the transfer then
 * @param commits whether the transfer must be committed after recovery: its decision was durable
 */
record CrashPoint(
        String title,
        Scene scene,
        FaultPoint point,
        int participant,
        List<String> inDoubt,
        List<String> applied,
        boolean commits) {

    /** What a process is doing when it is killed. */
    enum Scene {
        /** It commits a transfer that both banks agree to. */
        COMMIT,
        /** It commits a transfer that the bank in the south refuses to prepare, and so rolls it back. */
        REFUSED,
        /** It recovers from a crash after the decision of a transfer was durable. */
        RECOVERY
    }

    private static final List<String> NONE = List.of();
    private static final List<String> NORTH = List.of("north");
    private static final List<String> SOUTH = List.of("south");
    private static final List<String> BOTH = List.of("north", "south");

    /**
     * Every fault point that a transfer or its recovery can reach, in the order of time. One-phase commit
     * needs a lone participant, to forget needs one that broke its word, and both banks have XA: none of that
     * occurs here.
     */
    static final List<CrashPoint> ALL = List.of(
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
            commit("after end", FaultPoint.AFTER_END, -1, NONE, BOTH, true),
            refused("south refuses, before rollback", FaultPoint.BEFORE_ROLLBACK, NORTH),
            refused("south refuses, after rollback", FaultPoint.AFTER_ROLLBACK, NONE),
            recovery("recovery: both listed", FaultPoint.RECOVERY_LISTED, -1, BOTH, NONE),
            recovery("recovery: after commit at north", FaultPoint.AFTER_COMMIT, 0, SOUTH, NORTH),
            recovery("recovery: before end", FaultPoint.BEFORE_END, -1, NONE, BOTH),
            recovery("recovery: done", FaultPoint.RECOVERY_DONE, -1, NONE, BOTH));

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

    private static CrashPoint recovery(
            String title, FaultPoint point, int participant, List<String> inDoubt, List<String> applied) {
        return new CrashPoint(title, Scene.RECOVERY, point, participant, inDoubt, applied, true);
    }
}
