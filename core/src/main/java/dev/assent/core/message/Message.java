package dev.assent.core.message;

/**
 * Every message that Assent shows to people, in one catalogue. A message names what failed, with the
 * value and what is allowed, or with the transaction and resource; what Assent does now; and what the
 * operator can do. Its number never changes its meaning: 1xxx use and configuration, 2xxx
 * transactions, 3xxx decision log, 4xxx recovery.
 *
 * <p>Immutable and safe to share.
 */
public enum Message {
    /** A transaction is begun while too many are under way. */
    TOO_MANY_TRANSACTIONS(
            1001,
            "cannot begin a transaction: %d are under way, the limit"
                    + " 'transactions-max'; end some, or raise the limit"),
    /** One participant more than the commit protocol allows. */
    TOO_MANY_PARTICIPANTS(
            1002,
            "cannot enlist '%2$s' in transaction %1$s: commit protocol '%3$s' allows"
                    + " %4$d participants; the transaction stays as it is"),
    /** An end is asked twice. */
    ENDED_ALREADY(1003, "cannot end transaction %s: its end was asked before, it is in step %s"),
    /** A resource with a bad name. */
    RESOURCE_NAME_REFUSED(
            1010, "cannot register resource '%s': a name has 1 to 64 letters, digits, '.', '_'" + " and '-'"),
    /** A resource with a name that another has. */
    RESOURCE_NAME_TAKEN(
            1011,
            "cannot register resource '%s': another resource has this name; each needs one"
                    + " of its own, since branches are recovered by it"),
    /** Work on a resource nobody registered. */
    RESOURCE_UNKNOWN(
            1012,
            "cannot enlist resource '%s': it is not registered (registered: %s); register it"
                    + " first, so that recovery can find its branches after a crash"),
    /** An XAResource that does not say which resource it is of. */
    RESOURCE_UNNAMED(
            1013,
            "cannot enlist %s: it does not say which registered resource it belongs to"
                    + " (registered: %s); enlist what a pool of Assent's gives, or give the name beside it"),
    /** A second begin. */
    NESTED_BEGIN(
            1020,
            "cannot begin a transaction: the thread already has transaction %s and nested"
                    + " transactions are not offered by JTA; end or suspend it first"),
    /** Something needs a transaction. */
    NO_TRANSACTION(1021, "cannot %s: the thread has no transaction; begin one first"),
    /** Something needs an active transaction. */
    NOT_ACTIVE(1022, "cannot %s: transaction %s is in step %s, and it must be active"),
    /** Something can't be done with a transaction that will roll back. */
    MARKED_ROLLBACK(1023, "cannot %s: transaction %s can only roll back"),
    /** Resume over a transaction. */
    RESUME_OVER(1024, "cannot resume transaction %s: the thread has transaction %s; end or suspend it first"),
    /** Resume of a stranger. */
    RESUME_FOREIGN(1025, "cannot resume %s: it is no transaction of this node that is under way"),
    /** A bad timeout. */
    TIMEOUT_REFUSED(
            1026,
            "transaction timeout %d s is not allowed; 0 (the node's default) or more is, up to"
                    + " %d s; the timeout stays %d s"),
    /** A bad delist flag. */
    DELIST_FLAG_REFUSED(
            1027, "cannot delist resource '%s' with flag 0x%x: TMSUCCESS, TMFAIL and TMSUSPEND are" + " allowed"),
    /** A start that failed. */
    ENLIST_FAILED(
            2010,
            "cannot enlist resource '%s' in transaction %s: start answered %s; the transaction goes"
                    + " on without it"),
    /** A delist that failed. */
    DELIST_FAILED(
            2011,
            "cannot delist resource '%s' from transaction %s: end answered %s; the transaction can"
                    + " only roll back"),
    /** Rolled back by a refusal or a mark. */
    ROLLED_BACK(2020, "transaction %s was rolled back: %s; no action needed"),
    /** Rolled back by the clock. */
    TIMED_OUT(
            2021,
            "transaction %s was rolled back: its time of %s was over before it was committed; no action"
                    + " needed, but a longer timeout may be"),
    /** A heuristic outcome. */
    HEURISTIC(
            2022,
            "transaction %s ended with outcome %s: %s. It is kept in the log; compare the resources, mend"
                    + " their data, then forget the transaction"),
    /** A synchronization that failed before completion. */
    BEFORE_COMPLETION_FAILED(
            2030, "synchronization %s failed before the completion of transaction %s; rolling" + " back"),
    /** A synchronization that failed after completion. */
    AFTER_COMPLETION_FAILED(
            2031,
            "synchronization %s failed after the completion of transaction %s with %s; the"
                    + " outcome stands, the other synchronizations are called"),
    /** One participant's failure inside an aggregate. */
    PARTICIPANT_FAILED(2040, "%s answered %s: %s"),
    /** Recovery can't reach a resource. */
    RESOURCE_UNREACHABLE(
            4001,
            "resource '%s' is not reached: %s; its branches wait, recovery tries again with" + " pauses of up to %d s"),
    /** Recovery reaches a resource again. */
    RESOURCE_BACK(4002, "resource '%s' is reached again after %d ms; recovery goes on"),
    /** A decided transaction waits for a resource nobody registered. */
    RESOURCE_MISSING(
            4003,
            "transaction %s waits for resource '%s', which is not registered (registered: %s);"
                    + " register it under this name"),
    /** A record nobody understands. */
    RECORD_NOT_UNDERSTOOD(
            4004,
            "the log holds a record of transaction %s that this version does not understand;"
                    + " its branches are left alone; start the version that wrote it, or resolve it by hand"),
    /** A branch nobody may touch. */
    BRANCH_LEFT_ALONE(4005, "branch %s on resource '%s' is left alone: %s; an operator must resolve it"),
    /** A heuristic outcome that recovery met. */
    RECOVERY_HEURISTIC(
            4006,
            "recovery of transaction %s met outcome %s: %s. It is kept in the log; compare the"
                    + " resources, mend their data, then forget the transaction"),
    /** A forget of something that can't be forgotten. */
    FORGET_REFUSED(4010, "cannot forget transaction %s: %s"),
    /** A key nobody knows. */
    SETTING_UNKNOWN(1030, "unknown setting '%s'; the settings are: %s"),
    /** A value that is not allowed. */
    SETTING_REFUSED(1031, "setting '%s' has the value '%s', which is not allowed; allowed: %s"),
    /** Begin after a stop. */
    NOT_RUNNING(1004, "cannot begin a transaction: the node takes none since %s"),
    /** The log failed under a decision. */
    OUTCOME_UNKNOWN(
            2001,
            "the outcome of transaction %s is unknown: its decision may or may not be durable."
                    + " Its branches stay prepared and the node takes no transactions; mend the log's storage and"
                    + " start the node again, which will commit or roll back by what the log holds");

    private final int number;
    private final String format;

    Message(int number, String format) {
        this.number = number;
        this.format = format;
    }

    /** The number behind "ASSENT-". */
    public int number() {
        return number;
    }

    /** The whole text with its number; {@code arguments} as in the message's format. */
    public String text(Object... arguments) {
        return "ASSENT-" + number + " " + format.formatted(arguments);
    }
}
