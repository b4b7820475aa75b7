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
    /** Nobody answers at the admin socket. */
    ADMIN_NOT_REACHED(
            4036,
            "the log folder %s is in use by process %s, and its admin socket %s does not answer: %s; ask as the user"
                    + " that runs the process, or stop it and ask again; an act may be done all the same when the"
                    + " process ended in its midst: './assent log list' shows it"),
    /** No answer at the admin socket within the time. */
    ADMIN_LATE(
            4045,
            "the log folder %s is in use by process %s, which has taken the command and given no answer within %d s;"
                    + " what was asked may be done, or be done later: look with './assent log list' and into the audit;"
                    + " see whether the process hangs"),
    /** An act at a dead node that could not be carried out. */
    ACT_WITHOUT_RESOURCES(
            4046,
            "cannot act on transaction '%s': the node of the log folder %s does not run, and none of its resources is"
                    + " configured; nothing was done; give its properties file with '--config FILE'"),
    /** An end of something at a node that does not run. */
    END_NOT_RUNNING(
            4059,
            "nothing is ended: the node of the log folder %s does not run, so nothing is under way there; what was not"
                    + " prepared is rolled back already, or will be when the node starts"),
    /** No command is named. */
    COMMAND_MISSING(6001, "a command is missing; allowed: %s"),
    /** An option's value is not allowed. */
    OPTION_REFUSED(6002, "option '%s' has the value '%s', which is not allowed; allowed: %s"),
    /** A command that nobody knows. */
    COMMAND_UNKNOWN(6003, "there is no command '%s'; allowed: %s"),
    /** A database server of the demo does not start. */
    DEMO_SERVER_FAILED(6010, "the demo lacks a database server and ends, nothing stays behind: %s"),
    /** A transfer of the demo was not committed. */
    DEMO_TRANSFER_FAILED(
            6011,
            "a transfer of the demo was not committed: %s; the demo ends, nothing stays behind; look"
                    + " into the logs of a run with '--keep'"),
    /** A process of the crash tour does not do what it was told. */
    DEMO_PROCESS_FAILED(
            6012,
            "a process of the crash tour was told '%s', but %s; the demo ends, nothing stays behind;"
                    + " what the process said:%n  %s"),
    /** The demo's folder can't be deleted. */
    DEMO_FOLDER_LEFT(6013, "the demo's folder %s can't be deleted: %s; delete it by hand"),
    /** The demo's folder can't be made. */
    DEMO_FOLDER_NOT_MADE(
            6014,
            "the demo cannot make a folder for its data: %s; the demo ends; name a folder that can be"
                    + " written with ASSENT_JAVA_OPTS=-Djava.io.tmpdir=FOLDER"),
    /** Money was lost or made. */
    ORACLE_TOTAL_CHANGED(6020, "the total of all accounts is %,d, and it was %,d at first"),
    /** A transaction is left in doubt. */
    ORACLE_PREPARED_LEFT(6021, "bank '%s' has a prepared transaction left: %s"),
    /** A balance does not follow from the journal. */
    ORACLE_BALANCE_WRONG(6022, "account %d of bank '%s' has %,d, but its journal of transfers makes it %,d"),
    /** A transfer is not atomic. */
    ORACLE_TRANSFERS_HALF_DONE(6023, "bank '%s' has %,d transfers that are half done; the first is transfer %d"),
    /** A committed transfer is missing. */
    ORACLE_TRANSFERS_LOST(
            6024, "bank '%s' lacks %,d transfers that were reported as committed; the first is" + " transfer %d"),
    /** A server may lose what it has committed. */
    ORACLE_NOT_DURABLE(6025, "bank '%s' has '%s' set to '%s', and it must be '%s'"),
    /** A transfer that was not committed is there. */
    ORACLE_TRANSFERS_UNREPORTED(
            6026, "bank '%s' has %,d transfers that were never reported as committed; the first is" + " transfer %d"),
    /** A crash left something else in doubt than it must. */
    TOUR_IN_DOUBT(6030, "after the crash %s is in doubt, and it must be %s"),
    /** A crash left something else committed than it must. */
    TOUR_APPLIED(6031, "after the crash the transfer is made at %s, and it must be %s"),
    /** Recovery decided wrongly. */
    TOUR_FATE(6032, "after recovery the transfer is made at %s, and it must be %s"),
    /** A process died of something else. */
    TOUR_NOT_KILLED(6033, "the process ended with exit status %d, and kill -9 makes it %d"),
    /** No log is named. */
    LOG_NOT_NAMED(6050, "which node is asked is missing; allowed: '--log FOLDER', '--config FILE', or both"),
    /** An act about nothing, or about two things. */
    SUBJECT_NOT_NAMED(
            6051,
            "what the act is about is missing, or there twice; allowed: the name of one transaction, or '--where KEY=VALUE';"
                    + " '--shown CODE' goes only with '--where'"),
    /** A coordinator is given resources. */
    COORDINATOR_WITH_RESOURCES(
            6060, "the coordinator has no resources, but these are set: %s; 'run' starts a node that has some"),
    /** A bank is in doubt for ever. */
    TOUR_NOT_RECOVERED(
            6070, "recovery does not finish although all servers run again; of its transfer the process said '%s'"),
    /** What the caller was told is not what was done. */
    TOUR_TOLD(6071, "the caller was told '%s', but after recovery the transfer is made at %s"),
    /** Something stays in doubt, or under way. */
    PROCESSES_UNSETTLED(6072, "recovery does not finish although all processes run again; something is left in %s"),
    /** No transfer is committed any more. */
    PROCESSES_DO_NOT_WORK(
            6073, "no transfer is committed although all processes run; of the last of %d the client said '%s'"),
    /** No transfer comes to a stop of the tour. */
    TOUR_NOT_REACHED(6074, "%s did not come to its stop '%s' in any of %d transfers, though all processes run"),
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
