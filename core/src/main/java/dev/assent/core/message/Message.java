package dev.assent.core.message;

import dev.assent.core.foreign.Failure;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Every message that Assent shows to people, in one catalogue. A message names what failed, with the
 * value and what is allowed, or with the transaction and resource; what Assent does now; and what the
 * operator can do. Its number never changes its meaning: 1xxx use and configuration, 2xxx
 * transactions, 3xxx decision log, 4xxx recovery and operators, 5xxx resources, 6xxx server and command line,
 * 7xxx lab, 8xxx other processes and transports. They stand in the order of their numbers.
 *
 * <p>Immutable and safe to share.
 */
public enum Message {
    /** An option of the lab with a value that is not allowed. */
    LAB_OPTION_REFUSED(7001, "option '%s' has the value '%d', which is not allowed; allowed: 1 to %d"),
    /** A JVM that the lab has forked is of no use any more. */
    LAB_PROCESS_FAILED(7002, "cannot measure: the process '%s' was asked to '%s' and %s; what it says is above"),
    /** This system lacks what a measurement is made with. */
    LAB_SYSTEM_REFUSED(7003, "cannot measure here: %s; needed are Linux and its program taskset"),
    /** A name that nothing of the lab has. */
    LAB_NAME_REFUSED(7004, "there is no %s '%s'; allowed: %s"),
    /** A folder that is no JDK. */
    LAB_JDK_REFUSED(
            7005,
            "option '--jdk' has the value '%s', which is not allowed: there is no bin/java in it that tells its"
                    + " version; allowed is the folder of a JDK, 17 or later"),
    /** A run that nobody made. */
    LAB_RUN_MISSING(7006, "there is no run %s in '%s'; './assent lab query' lists all, './assent lab run' makes one"),
    /** Results that can't be opened. */
    LAB_RESULTS_CLOSED(
            7007,
            "cannot open the results in '%s': %s; only one command at a time may have them open, see that no other runs"),
    /** SQL that is none, or that writes. */
    LAB_QUESTION_REFUSED(7008, "cannot answer '%s': %s; allowed is one query in SQL, which only reads"),
    /** Two hosts that can't be made. */
    LAB_HOSTS_REFUSED(
            7009,
            "cannot make two hosts here: %s; needed are Linux, its programs unshare, nsenter, ip and tc, and the right to make"
                    + " network namespaces; '--hosts 1' needs none of them"),
    /** An option that says nothing without another one. */
    LAB_OPTION_ALONE(7010, "option '%s' goes only with '%s'"),
    /** A time that no simulation may take. */
    SIMULATE_TIME_REFUSED(
            7011, "the value '%s' is not allowed; allowed: a number and s, m or h, such as 60s or 10m, up to 1000h"),
    /** A file that is none of a simulated world. */
    SIMULATE_FILE_REFUSED(
            7012,
            "cannot replay '%s': %s; allowed is a file that 'assent simulate' has written, with the lines 'nodes N' and"
                    + " 'steps N', and the choices of the world after them"),
    /** A replay with options that say something else. */
    SIMULATE_REPLAY_ALONE(
            7013, "option '--replay' goes with no other, and there is '%s' too; the file says all that is needed"),
    /** A role of an experiment that does not do what it must. */
    LAB_ROLE_FAILED(7014, "cannot measure: the process '%s' was to say '%s', and said '%s'; what it says is above"),
    /** Two transports of the lab, or two databases, with one name. */
    LAB_NAME_TWICE(7015, "two %s on the class path are named '%s', %s and %s; give one another name"),
    /** A report for which there is no place. */
    LAB_REPORT_UNWRITTEN(7016, "cannot write the report to '%s': %s; option '--out' names another file"),
    /** Numbers that are no series of steps of calls. */
    LAB_SERIES_REFUSED(
            7017,
            "option '--series' has the value '%s', which is not allowed; allowed are three numbers, of series, of steps and of"
                    + " calls, such as 50x20x500"),
    /** A folder of a run that was killed, which can't be deleted. */
    LAB_FOLDER_IN_USE(7018, "cannot delete '%s' yet: %s; the next run does, no action needed"),
    /** Processes that do not start, or do not do what they must. */
    LAB_SETUP_FAILED(
            7019,
            "cannot measure '%s': %s; the report of the run will name it, and the run goes on with what comes next"),
    /** A client that waits for an answer that does not come. */
    LAB_NO_PROGRESS(7020, "the process '%s' has made no progress for %d s while it was to '%s'; it is ended"),
    /** Tables that another version of the lab has made. */
    LAB_RESULTS_VERSION(
            7021,
            "cannot use the results in '%s': their tables have version %d, which is %s than version %d of this lab; option"
                    + " '--results' names another folder"),
    /** Nobody has measured anything there. */
    LAB_RESULTS_MISSING(
            7022,
            "there are no results in '%s'; './assent lab run' makes some, option '--results' names another folder"),
    /** An experiment for which what was chosen is of no use. */
    LAB_NOTHING_TO_MEASURE(
            7023,
            "experiment '%s' has nothing to measure with transports '%s' and databases '%s'; it needs one of the transports"
                    + " '%s', and, where it has a database, one of the databases '%s'"),
    /** A name that several papers have for an experiment. */
    LAB_NAME_AMBIGUOUS(7024, "there are several experiments '%s'; allowed: %s"),
    /** A transport that can't be measured behind a relay. */
    LAB_NOT_RELAYED(
            7030,
            "transport '%s' is not measured with option '--delay': its references name the place where it listens, and a relay"
                    + " is another one"),
    /** A peer whose jars are not there. */
    LAB_PEER_MISSING(7031, "transport '%s' needs the jars that the build of the lab puts into '%s'; build it");

    private interface Advice {
        String DAMAGE =
                "; its node does not start, nothing was changed; keep a copy of the folder; put back the undamaged"
                        + " files if you have them, never an older copy of the log; else move the files away, and adopt the node"
                        + " ('assent log adopt') and resolve its branches as if the folder were deleted";
    }

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

    /** The text with the places of its arguments, as in {@link java.util.Formatter}. */
    public String format() {
        return format;
    }

    /**
     * The whole text with its number. It never fails on what an argument is: one that throws when it is asked for its text is
     * told by its class.
     *
     * @param arguments as in the message's format
     */
    public String text(@Nullable Object... arguments) {
        String text;
        try {
            text = String.format(
                    Locale.ROOT,
                    format,
                    Arrays.stream(arguments).map(Message::told).toArray());
        } catch (Throwable speechless) {
            text = String.format(
                    Locale.ROOT,
                    format,
                    Arrays.stream(arguments).map(Message::shown).toArray());
        }
        return "ASSENT-" + number + " " + text;
    }

    /** A driver's or a peer's exception may have pages to say. */
    private static @Nullable Object told(@Nullable Object argument) {
        return argument instanceof Throwable ? OneLine.of(argument) : argument;
    }

    private static @Nullable Object shown(@Nullable Object argument) {
        return argument == null || argument instanceof Number ? argument : Failure.text(argument);
    }
}
