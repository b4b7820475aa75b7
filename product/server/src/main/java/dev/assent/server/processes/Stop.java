package dev.assent.server.processes;

import dev.assent.core.observe.FaultPoint;
import dev.assent.server.crash.CrashTrigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An instant at which the tour kills one of the four processes, and the outcome that the transfer under way must have.
 * Immutable and safe to share.
 *
 * @param role the process that is killed
 * @param title for people
 * @param scene the work that is under way
 * @param point a fault point, the name of a message, or one of the client's own
 * @param participant the index of the participant; -1 for a point of the whole transaction
 * @param commits whether the transfer must be at both banks afterwards, else at neither
 */
public record Stop(Role role, String title, Scene scene, String point, int participant, boolean commits) {
    /** The work that is under way. */
    public enum Scene {
        /** A transfer that both banks agree to. */
        COMMIT,
        /** A transfer that the client rolls back when both banks have worked. */
        WITHDRAWN,
        /** The process opens its log after it was killed with the transfer decided, or with its vote given. */
        START
    }

    /** Where a process is killed before it is killed again at its start. */
    static Stop first(Role role) {
        return role == Role.COORDINATOR
                ? new Stop(role, "decided", Scene.COMMIT, FaultPoint.AFTER_FORCE.name(), CrashTrigger.WHOLE, true)
                : new Stop(role, "voted", Scene.COMMIT, "IN_COMMIT", CrashTrigger.WHOLE, true);
    }

    /** Whether the process has given its vote, and the superior has not heard it yet. */
    boolean isVoteGiven() {
        return role.isBank() && scene == Scene.COMMIT && point.equals(FaultPoint.AFTER_FORCE.name());
    }

    /** Collects the stops of one process. */
    private static final class Stops {
        final Role role;
        final List<Stop> all = new ArrayList<>();

        Stops(Role role) {
            this.role = role;
        }

        void add(String title, Scene scene, String point, int participant, boolean commits) {
            all.add(new Stop(role, title, scene, point, participant, commits));
        }

        void whole(String title, String point, boolean commits) {
            add(title, Scene.COMMIT, point, CrashTrigger.WHOLE, commits);
        }

        void of(String title, FaultPoint point, int participant, boolean commits) {
            add(title, Scene.COMMIT, point.name(), participant, commits);
        }

        void withdrawn(String title, FaultPoint point, int participant) {
            add(title, Scene.WITHDRAWN, point.name(), participant, false);
        }

        void start(String title, FaultPoint point, int participant) {
            add(title, Scene.START, point.name(), participant, true);
        }
    }

    /** Every instant of all four, in the order of time for each. */
    public static List<Stop> all(ProcessWire wire) {
        List<Stop> all = new ArrayList<>(client(wire));
        all.addAll(coordinator());
        all.addAll(bank(Role.NORTH, wire));
        all.addAll(bank(Role.SOUTH, wire));
        return List.copyOf(all);
    }

    /** Ten of them that take less than half a minute: each process, before the decision, at it, after it, and at a start. */
    public static List<Stop> few(ProcessWire wire) {
        return all(wire).stream().filter(each -> FEW.contains(each.place())).toList();
    }

    private Place place() {
        return new Place(role, scene, point);
    }

    /** Which stop it is, whatever its title is over a wire. */
    private record Place(Role role, Scene scene, String point) {}

    private static final Set<Place> FEW = Set.of(
            new Place(Role.CLIENT, Scene.COMMIT, ClientVictim.CALLED_NORTH),
            new Place(Role.CLIENT, Scene.COMMIT, "OUT_END"),
            new Place(Role.COORDINATOR, Scene.COMMIT, FaultPoint.BEFORE_FORCE.name()),
            new Place(Role.COORDINATOR, Scene.COMMIT, FaultPoint.AFTER_FORCE.name()),
            new Place(Role.COORDINATOR, Scene.COMMIT, "OUT_COMMIT"),
            new Place(Role.COORDINATOR, Scene.START, FaultPoint.RECOVERY_LISTED.name()),
            new Place(Role.NORTH, Scene.COMMIT, FaultPoint.BEFORE_FORCE.name()),
            new Place(Role.NORTH, Scene.COMMIT, "OUT_ANSWERED_PREPARED"),
            new Place(Role.SOUTH, Scene.COMMIT, "IN_COMMIT"),
            new Place(Role.SOUTH, Scene.START, FaultPoint.UNFORCED_CHECKPOINT.name()));

    private static List<Stop> client(ProcessWire wire) {
        Stops client = new Stops(Role.CLIENT);
        client.whole("begun", ClientVictim.BEGUN, false);
        client.whole("north has worked", ClientVictim.CALLED_NORTH, false);
        client.whole("both have worked", ClientVictim.CALLED_SOUTH, false);
        client.whole(
                wire.isToldBefore() ? "commit is about to be asked for" : "commit is asked for",
                "OUT_END",
                !wire.isToldBefore());
        client.whole("the answer is there", "IN_ENDED", true);
        return client.all;
    }

    private static List<Stop> coordinator() {
        Stops at = new Stops(Role.COORDINATOR);
        at.whole("asked to begin", "IN_BEGIN", false);
        at.whole("has said that it is begun", "OUT_BEGUN", false);
        at.whole("asked for the commit", "IN_END", false);
        at.of("before prepare at north", FaultPoint.BEFORE_PREPARE, 0, false);
        at.of("before prepare at south", FaultPoint.BEFORE_PREPARE, 1, false);
        at.whole("prepare is sent", "OUT_PREPARE", false);
        at.whole("a vote is there", "IN_ANSWERED_PREPARED", false);
        at.of("after prepare at north", FaultPoint.AFTER_PREPARE, 0, false);
        at.of("after prepare at south", FaultPoint.AFTER_PREPARE, 1, false);
        at.of("before force", FaultPoint.BEFORE_FORCE, CrashTrigger.WHOLE, false);
        at.of("after force", FaultPoint.AFTER_FORCE, CrashTrigger.WHOLE, true);
        at.of("before commit at north", FaultPoint.BEFORE_COMMIT, 0, true);
        at.of("before commit at south", FaultPoint.BEFORE_COMMIT, 1, true);
        at.whole("commit is sent", "OUT_COMMIT", true);
        at.whole("a bank is done", "IN_ANSWERED_DONE", true);
        at.of("after commit at north", FaultPoint.AFTER_COMMIT, 0, true);
        at.of("after commit at south", FaultPoint.AFTER_COMMIT, 1, true);
        at.of("before end", FaultPoint.BEFORE_END, CrashTrigger.WHOLE, true);
        at.of("after end", FaultPoint.AFTER_END, CrashTrigger.WHOLE, true);
        at.whole("the client is answered", "OUT_ENDED", true);
        at.withdrawn("withdrawn, before rollback at north", FaultPoint.BEFORE_ROLLBACK, 0);
        at.withdrawn("withdrawn, after rollback at south", FaultPoint.AFTER_ROLLBACK, 1);
        starts(at);
        return at.all;
    }

    private static List<Stop> bank(Role role, ProcessWire wire) {
        Stops at = new Stops(role);
        at.whole("called", "IN_CALL", false);
        at.whole("has answered the call", "OUT_RESULT", false);
        at.whole("asked to prepare", "IN_PREPARE", false);
        at.of("before prepare", FaultPoint.BEFORE_PREPARE, 0, false);
        at.of("after prepare", FaultPoint.AFTER_PREPARE, 0, false);
        at.of("before its vote is forced", FaultPoint.BEFORE_FORCE, CrashTrigger.WHOLE, false);
        at.of("its vote is forced", FaultPoint.AFTER_FORCE, CrashTrigger.WHOLE, false);
        at.whole(
                wire.isToldBefore() ? "its vote is about to be sent" : "its vote is sent",
                "OUT_ANSWERED_PREPARED",
                !wire.isToldBefore());
        at.whole("told to commit", "IN_COMMIT", true);
        at.of("before commit", FaultPoint.BEFORE_COMMIT, 0, true);
        at.of("after commit", FaultPoint.AFTER_COMMIT, 0, true);
        at.of("before end", FaultPoint.BEFORE_END, CrashTrigger.WHOLE, true);
        at.of("after end", FaultPoint.AFTER_END, CrashTrigger.WHOLE, true);
        at.whole("has said that it is done", "OUT_ANSWERED_DONE", true);
        at.withdrawn("withdrawn, before rollback", FaultPoint.BEFORE_ROLLBACK, 0);
        at.withdrawn("withdrawn, after rollback", FaultPoint.AFTER_ROLLBACK, 0);
        starts(at);
        return at.all;
    }

    private static void starts(Stops at) {
        at.start("start: before its checkpoint", FaultPoint.BEFORE_CHECKPOINT, CrashTrigger.WHOLE);
        at.start("start: checkpoint not forced", FaultPoint.UNFORCED_CHECKPOINT, CrashTrigger.WHOLE);
        at.start("start: after its checkpoint", FaultPoint.AFTER_CHECKPOINT, CrashTrigger.WHOLE);
        at.start("recovery: listed", FaultPoint.RECOVERY_LISTED, CrashTrigger.WHOLE);
        at.start("recovery: after commit", FaultPoint.AFTER_COMMIT, 0);
        at.start("recovery: before end", FaultPoint.BEFORE_END, CrashTrigger.WHOLE);
        at.start("recovery: done", FaultPoint.RECOVERY_DONE, CrashTrigger.WHOLE);
    }
}
