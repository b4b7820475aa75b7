package dev.assent.model;

import java.util.Map;

/**
 * What a model does wrong on purpose, so that its check is seen to fail. Most are bugs that are planted into the shipped
 * classes, too, and found by the simulator (package {@code planted} of the testkit's tests).
 */
enum Mistake {
    /** VOTE_NOT_FORCED. */
    VOTE_NOT_FORCED("Commit", "vote not forced", "Atomicity", Map.of("CrashesMax", "1")),
    /** DECISION_NOT_WRITTEN. */
    DECISION_NOT_FORCED("Commit", "decision not forced", "Atomicity", Map.of("CrashesMax", "1")),
    /** TAIL_NOT_FORCED_BEFORE_USE. */
    TAIL_NOT_FORCED("Commit", "tail not forced", "Atomicity", Map.of("CrashesMax", "2")),
    /** END_BEFORE_COMMITS. */
    END_BEFORE_COMMITS("Commit", "end before the commits", "Atomicity", Map.of("CrashesMax", "1")),
    /** REFUSED_VOTE_IGNORED. */
    REFUSED_VOTE_IGNORED("Commit", "refused vote ignored", "Atomicity", Map.of()),
    /** TIMEOUT_AFTER_THE_DECISION. */
    TIMEOUT_AFTER_THE_DECISION("Commit", "timeout after the decision", "Atomicity", Map.of()),
    /** LOST_REPLY_IGNORED. */
    LOST_REPLY_IGNORED("Commit", "lost reply ignored", "Atomicity", Map.of("LostRepliesMax", "1")),
    /** INCARNATION_WITHOUT_EPOCH. */
    INCARNATION_WITHOUT_EPOCH(
            "Commit",
            "incarnation without epoch",
            "Truth",
            Map.of("CrashesMax", "1", "CallsMax", "2", "IncarnationsMax", "2")),
    /** ACKNOWLEDGED_BEFORE_THE_CHILDREN. */
    ACKNOWLEDGED_BEFORE_THE_CHILDREN(
            "Commit", "acknowledged before the children", "Atomicity", Map.of("CrashesMax", "1")),
    /** ANSWERS_BEFORE_THE_LOG_IS_READ. */
    ANSWERS_BEFORE_THE_LOG_IS_READ("Commit", "answers before the log is read", "Atomicity", Map.of("CrashesMax", "1")),
    /** UNREACHED_IS_ROLLED_BACK. */
    UNREACHED_IS_ROLLED_BACK("Commit", "unreached is rolled back", "Atomicity", Map.of("CrashesMax", "1")),
    /** UNDECIDED_IS_ROLLED_BACK. */
    UNDECIDED_IS_ROLLED_BACK("Commit", "undecided is rolled back", "Atomicity", Map.of()),
    /** ONE_PHASE_LOST_IS_UNDONE. */
    LOST_ONE_PHASE_IS_UNDONE("Commit", "lost one-phase commit is undone", "Truth", Map.of("Workers", "{\"S\"}")),
    /** LOG_NOT_READ. */
    LOG_NOT_READ("Commit", "log not read", "Atomicity", Map.of("CrashesMax", "1")),
    /** ORPHAN_IN_THE_RUNNING_EPOCH. */
    ORPHANS_OF_THE_RUNNING_EPOCH("Commit", "orphans of the running epoch", "Atomicity", Map.of()),
    /** HEURISTIC_NOT_FORCED. */
    HEURISTIC_NOT_FORCED("Commit", "heuristic not forced", "HeuristicForced", Map.of("HeuristicsMax", "1")),
    /** ACT_NOT_FORCED. */
    ACT_NOT_FORCED("Commit", "act not forced", "HeuristicForced", Map.of("ActsMax", "1")),
    /** NEVER_ASKS. */
    NEVER_ASKS("Commit", "never asks", "Ended", Map.of("CrashesMax", "1", "SPECIFICATION", "FairSpec")),

    /** LAST_RESOURCE_NOT_ANNOUNCED. */
    LAST_RESOURCE_NOT_ANNOUNCED("LastResource", "last resource not announced", "Atomicity", Map.of()),
    /** LAST_RESOURCE_PRESUMED_ABORTED. */
    LAST_RESOURCE_PRESUMED_ABORTED("LastResource", "last resource presumed aborted", "Atomicity", Map.of()),
    /** LAST_RESOURCE_LOST_ANSWER_IS_ROLLBACK. */
    LAST_RESOURCE_LOST_ANSWER_IS_ROLLBACK("LastResource", "lost answer is rollback", "Atomicity", Map.of()),
    /** MARKERS_REMOVED_EARLY. */
    MARKERS_REMOVED_EARLY("LastResource", "marker removed early", "Atomicity", Map.of()),
    /** The marker is looked for, and not taken, while a server may still commit (docs/design/last-resource.md). */
    MARKER_READ_NOT_CLAIMED("LastResource", "marker read, not claimed", "Atomicity", Map.of()),

    /**
     * A transaction that prepares between the two looks counts as an orphan (law 9: recovery rolls back only its own).
     */
    LOOKED_UP_BEFORE_THE_LISTING("Pass", "looked up before the listing", "OrphansOnly", Map.of()),
    /** ABSENCE_FROM_AN_OLDER_LIST. */
    NOTED_AFTER_THE_LISTING("Pass", "noted after the listing", "Truth", Map.of()),
    /** ABSENCE_IS_A_COMMIT. */
    ABSENCE_IS_A_COMMIT("Pass", "absence is a commit", "NoGuess", Map.of("StrangersMax", "1")),
    /** NOTA_ON_FIRST_COMMIT_IS_DONE. */
    UNKNOWN_XID_IS_DONE("Pass", "unknown Xid on a first commit is done", "NoGuess", Map.of("StrangersMax", "1")),
    /** A branch that has ended between the looks reads as one that refuses. */
    NOT_ASKED_AGAIN("Pass", "not asked again", "NoFalseAlarm", Map.of()),

    /** DECIDED_AFTER_THE_TIMEOUT. */
    DECIDED_AFTER_THE_TIMEOUT("Gate", "decided after the timeout", "NotOverdue", Map.of()),
    /** TIMEOUT_AFTER_THE_DECISION, at the gate. */
    GATE_EXPIRES_THE_DECIDED("Gate", "timeout after the decision", "OneWins", Map.of()),
    /** The timeout rolls back while the application's thread is in a driver. */
    TIMEOUT_DOES_NOT_WAIT("Gate", "timeout does not wait for the thread inside", "OneInside", Map.of()),
    /** A commit does not look for calls under way (law 16: a lost reply forces rollback). */
    CALLS_NOT_COUNTED("Gate", "calls not counted", "Idle", Map.of()),
    /** The commit does not see a call that was admitted just before it closed the gate. */
    GATE_BEFORE_THE_COUNT("Gate", "gate looked at before the call is counted", "Idle", Map.of()),

    /** MARKS_NOT_COMPARED. */
    MARKS_NOT_COMPARED("Lives", "marks not compared", "Atomicity", Map.of()),
    /** A life whose mark the log has dropped counts as one of its own. */
    FORGOTTEN_LIFE_TRUSTED(
            "Lives", "a forgotten life is trusted", "Atomicity", Map.of("StartsMax", "4", "KeptMax", "1")),
    /** The lock file is the only lock (law 3: one folder, one process). */
    LOCK_CAN_BE_DELETED("Lives", "a lock that can be deleted", "Atomicity", Map.of()),
    /** A process goes on with a file of the log that was replaced. */
    LOST_FILE_NOT_NOTICED("Lives", "a lost file not noticed", "Recorded", Map.of()),
    /** A process goes on with a file of the log into which an older copy was written. */
    OVERWRITTEN_FILE_NOT_NOTICED("Lives", "an overwritten file not noticed", "Recorded", Map.of()),
    /** Not a mistake of the code, but one of operators that the guide warns of. */
    COPIED_WHILE_RUNNING("Lives", "copied under a running node", "Atomicity", Map.of());

    private final String module;
    private final String text;
    private final String property;

    @SuppressWarnings("ImmutableEnumChecker") // made by Map.of
    private final Map<String, String> constants;

    Mistake(String module, String text, String property, Map<String, String> constants) {
        this.module = module;
        this.text = text;
        this.property = property;
        this.constants = constants;
    }

    /** The module that makes it. */
    String module() {
        return module;
    }

    /** The property that must be found not to hold. */
    String property() {
        return property;
    }

    /** The module's configuration for mistakes, with this one, its constants and its property alone. */
    String configuration(String common) {
        String changed = common.replace("Mistake = \"none\"", "Mistake = \"" + text + "\"");
        for (Map.Entry<String, String> each : constants.entrySet()) {
            String equals = each.getKey().equals("SPECIFICATION") ? " " : " = ";
            changed = changed.replaceFirst(each.getKey() + equals + ".*", each.getKey() + equals + each.getValue());
        }
        return changed + (isTemporal() ? "PROPERTY " : "INVARIANT ") + property + "\n";
    }

    /** How its row on the page begins. */
    String row() {
        return "| `" + module + "` | " + text + " | `" + property + "` |";
    }

    /** Whether its property is about whole behaviours. */
    boolean isTemporal() {
        return property.equals("Ended");
    }
}
