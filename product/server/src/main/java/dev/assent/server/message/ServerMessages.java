package dev.assent.server.message;

import dev.assent.core.message.Catalogue;
import dev.assent.core.message.Says;
import dev.assent.resources.node.NodeConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Messages of the server and the command line, in the order of their numbers; see {@link Catalogue}. */
public interface ServerMessages {
    /** The one instance. */
    ServerMessages MESSAGES = Catalogue.of(ServerMessages.class);

    /** Nobody answers at the admin socket. */
    @Says(
            id = 4036,
            value = "the log folder %s is in use by process %s, but the admin socket %s does not answer: %s; run the"
                    + " command as the user that runs the process, or as root; if the node has no socket ('admin' is"
                    + " none, or it reported ASSENT-4034 or ASSENT-4035), stop the process and try again; if the"
                    + " process ended during the command, the command may be done: look with './assent log list'")
    String adminNotReached(Path folder, String process, Path socket, Throwable cause);

    /** No answer at the admin socket within the time. */
    @Says(
            id = 4045,
            value = "the log folder %s is in use by process %s, which accepted the command but did not answer within"
                    + " %d s; the command may be done, or be done later: look with './assent log list' and into"
                    + " the audit; check whether the process hangs")
    String adminLate(Path folder, String process, long secondsMax);

    /** An act at a dead node that could not be carried out. */
    @Says(
            id = 4046,
            value = "cannot act on transaction '%s': the node of the log folder %s does not run, and the command knows"
                    + " none of its resources; nothing was done; give the properties file that names them with"
                    + " '--config FILE', or start the node")
    String actWithoutResources(String transaction, Path folder);

    /** An end of something at a node that does not run. */
    @Says(
            id = 4059,
            value = "nothing was ended: the node of the log folder %s does not run, so it has no running transactions;"
                    + " work that was not prepared is rolled back already, or will be when the node starts")
    String endNotRunning(Path folder);

    /** No command is named. */
    @Says(id = 6001, value = "a command is missing; allowed: %s")
    String commandMissing(String commands);

    /** An option's value is not allowed. */
    @Says(id = 6002, value = "option '%s' has the value '%s', which is not allowed; allowed: %s")
    String optionRefused(String option, String value, Object allowed);

    /** An unknown command. */
    @Says(id = 6003, value = "there is no command '%s'; allowed: %s")
    String commandUnknown(String command, String commands);

    /** A database server of the demo does not start. */
    @Says(id = 6010, value = "the command ends, since a database server does not start: %s")
    String demoServerFailed(@Nullable String reason);

    /** A transfer of the demo was not committed. */
    @Says(
            id = 6011,
            value = "the command ends, since not all transfers were committed: %s; './assent demo --keep' keeps the"
                    + " logs of its processes")
    String demoTransferFailed(Object what);

    /** A process of the crash tour does not obey a command. */
    @Says(id = 6012, value = "the command ends, since a process of the demo was asked '%s', but %s; its output:%n  %s")
    String demoProcessFailed(String command, String instead, String said);

    /** The demo's folder can't be deleted. */
    @Says(id = 6013, value = "the demo's folder %s can't be deleted: %s; delete it by hand")
    String demoFolderLeft(Path folder, Throwable cause);

    /** The demo's folder can't be made. */
    @Says(
            id = 6014,
            value = "the demo cannot make a folder for its data: %s; the demo ends; name a writable folder with"
                    + " ASSENT_JAVA_OPTS=-Djava.io.tmpdir=FOLDER")
    String demoFolderNotMade(Throwable cause);

    /** An oracle of the demo has found something. */
    @Says(
            id = 6015,
            value = "the errors above must never happen; report them as a bug, with the output of './assent demo"
                    + " --keep' and the logs that it names")
    String demoWrong();

    /** Money was lost or made. */
    @Says(id = 6020, value = "the total of all accounts is %,d, and it was %,d at first")
    String oracleTotalChanged(long total, long totalAtFirst);

    /** A transaction is left in doubt. */
    @Says(id = 6021, value = "bank '%s' has a prepared transaction left: %s")
    String oraclePreparedLeft(String bank, String transaction);

    /** A balance does not follow from the journal. */
    @Says(id = 6022, value = "account %d of bank '%s' has %,d, but by its journal of transfers it must have %,d")
    String oracleBalanceWrong(int account, String bank, long balance, long journal);

    /** A transfer is not atomic. */
    @Says(id = 6023, value = "bank '%s' has half-done transfers: %,d; the first is transfer %d")
    String oracleTransfersHalfDone(String bank, int transfers, int first);

    /** A committed transfer is missing. */
    @Says(id = 6024, value = "bank '%s' lacks transfers that were reported as committed: %,d; the first is transfer %d")
    String oracleTransfersLost(String bank, int transfers, int first);

    /** A server may lose what it has committed. */
    @Says(id = 6025, value = "bank '%s' has '%s' set to '%s', and it must be '%s'")
    String oracleNotDurable(String bank, String setting, String value, String expected);

    /** A transfer that was not committed is there. */
    @Says(
            id = 6026,
            value = "bank '%s' has transfers that were never reported as committed: %,d; the first is transfer %d")
    String oracleTransfersUnreported(String bank, int transfers, int first);

    /** A crash left something else in doubt than it must. */
    @Says(id = 6030, value = "after the crash these banks are in doubt: %s; these must be: %s")
    String tourInDoubt(String seen, String expected);

    /** A crash left something else committed than it must. */
    @Says(id = 6031, value = "after the crash the transfer is in: %s; it must be in: %s")
    String tourApplied(String seen, String expected);

    /** Recovery decided wrongly. */
    @Says(id = 6032, value = "after recovery the transfer is in: %s; it must be in: %s")
    String tourFate(String seen, String expected);

    /** A process died for another reason than kill -9. */
    @Says(id = 6033, value = "the process ended with exit status %d, but after kill -9 it must be %d")
    String tourNotKilled(int status, int expected);

    /** No log is named. */
    @Says(id = 6050, value = "the node is missing; name it with '--log FOLDER', '--config FILE', or both")
    String logNotNamed();

    /** An act about nothing, or about two things. */
    @Says(
            id = 6051,
            value = "name what the command acts on: one transaction, or '--where KEY=VALUE', and not both; '--shown"
                    + " CODE' goes only with '--where'")
    String subjectNotNamed();

    /** A resolution without its way. */
    @Says(
            id = 6052,
            value = "say which way to resolve: './assent log resolve TRANSACTION commit' or 'rollback'; '%s' is"
                    + " neither")
    String wayNotNamed(String word);

    /** An end of nothing, or of two things. */
    @Says(
            id = 6053,
            value = "name what to end: one transaction, or '--of NAME', and not both; '--what-if' alone shows the"
                    + " owners")
    String endNotNamed();

    /** A coordinator is given resources. */
    @Says(
            id = 6060,
            value = "a coordinator can't have resources, but these are set: %s; use 'run' to start a node with"
                    + " resources")
    String coordinatorWithResources(NodeConfig config);

    /** A bank stays in doubt. */
    @Says(
            id = 6070,
            value = "recovery does not finish although all servers run again; the process reported '%s' for its"
                    + " transfer; report this as a bug")
    String tourNotRecovered(String told);

    /** The caller heard another outcome than the true one. */
    @Says(id = 6071, value = "the caller heard '%s', but after recovery the transfer is in: %s")
    String tourTold(String told, String made);

    /** A transaction stays in doubt, or does not end. */
    @Says(
            id = 6072,
            value = "recovery does not finish although all processes run again; something is left in %s; report this as"
                    + " a bug")
    String processesUnsettled(Object process);

    /** No transfer is committed any more. */
    @Says(
            id = 6073,
            value = "no transfer is committed although all processes run; for the last of %d the client reported '%s';"
                    + " report this as a bug")
    String processesDoNotWork(int transfers, String told);

    /** No transfer comes to a stop of the tour. */
    @Says(
            id = 6074,
            value =
                    "%s did not come to its stop '%s' in any of %d transfers, though all processes run; report this as a"
                            + " bug")
    String tourNotReached(Object process, String stop, int transfers);
}
