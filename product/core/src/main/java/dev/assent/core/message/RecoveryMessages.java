package dev.assent.core.message;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.participant.Participant;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages of recovery and operators, in the order of their numbers; see {@link Catalogue}. */
public interface RecoveryMessages {
    /** Recovery can't reach a resource. */
    @Says(
            id = 4001,
            value = "resource '%s' can't be reached: %s; its branches wait, and recovery tries again with pauses of up"
                    + " to %d s; make the resource reachable")
    String resourceUnreachable(String resource, String cause, long pauseSecondsMax);

    /** Recovery reaches a resource again. */
    @Says(id = 4002, value = "resource '%s' is reached again after %d ms; recovery goes on")
    String resourceBack(String resource, long millis);

    /** Transactions wait for an unregistered resource. */
    @Says(
            id = 4003,
            value = "resource '%s' is not registered, and transactions wait for it: %d now, %s among them"
                    + " (registered: %s); register it again under this name, in the program or in the node's file; if it"
                    + " is lost for good, './assent log forget TRANSACTION --lost %1$s', with one '--lost' for each"
                    + " resource that is lost")
    String resourceMissing(String resource, int waiting, TransactionId first, String registered);

    /** A record that this version does not understand. */
    @Says(
            id = 4004,
            value = "the log has a record of transaction %s that this version does not understand;"
                    + " recovery leaves its branches alone; start the version that wrote the record, or"
                    + " './assent log resolve %1$s commit' or 'rollback'")
    String recordNotUnderstood(TransactionId transaction);

    /** A branch that only an operator may resolve. */
    @Says(
            id = 4005,
            value = "branch %s on resource '%s' is left alone: %s; the branch keeps its locks until you resolve the"
                    + " transaction: look with './assent log show %s', then './assent log resolve %4$s commit' or"
                    + " 'rollback'")
    String branchLeftAlone(Object branch, String resource, String why, TransactionId transaction);

    /** A heuristic outcome in recovery. */
    @Says(
            id = 4006,
            value = "recovery of transaction %s ended with outcome %s: %s. The log keeps this outcome;"
                    + " compare the resources, repair their data, then './assent log forget %1$s'")
    String recoveryHeuristic(TransactionId transaction, Object outcome, List<?> resources);

    /** The log is an old copy, restored in its place. */
    @Says(
            id = 4007,
            value = "the log of node %s is an old copy, %s. Decisions made after the copy may be missing. So from now"
                    + " on recovery leaves each branch without a decision alone, until an operator resolves its"
                    + " transaction. To end this state, stop the node, copy its folder to another place, start a new"
                    + " node there, and take the old node over with './assent log adopt NODE'")
    String logOldCopy(NodeId node, String found);

    /** A refused order to forget. */
    @Says(
            id = 4010,
            value = "cannot forget transaction %s: %s; nothing was done; './assent log list' shows all that are in"
                    + " doubt, './assent log show %1$s' what this one waits for")
    String forgetRefused(TransactionId transaction, String why);

    /** An operator's name or reason that the audit does not allow. */
    @Says(
            id = 4020,
            value = "the operator's %s (%d characters) is too long or contains a control character, such as a line"
                    + " break; allowed: up to %d characters on one line; nothing was done")
    String actTextRefused(String name, int length, int lengthMax);

    /** Two operators at once. */
    @Says(
            id = 4021,
            value = "cannot %s: another operator's act is under way on this node; repeat the command when it is over")
    String actUnderWay(String what);

    /** The force of an act's record failed. */
    @Says(
            id = 4022,
            value = "the outcome of the act on '%s' is unknown: the forced write of its record returned %s. No resource"
                    + " was asked, and the node takes no transactions. Repair the log's disk and start the node again:"
                    + " if the record is there, the node carries the act out. Look with './assent log show' before you"
                    + " repeat the act")
    String actNotForced(TransactionId transaction, Object durability);

    /** The audit can't be written. */
    @Says(id = 4023, value = "cannot write the audit %s: %s; nothing was done; %s")
    String auditNotWritten(Path file, Throwable cause, String advice);

    /** Nobody knows the transaction. */
    @Says(
            id = 4024,
            value = "cannot resolve transaction %s: the log has no record of it, and no resource that was"
                    + " reached has a branch of it (reached: %s; not reached: %s); nothing was done; if a"
                    + " resource was not reached, make it reachable and try again; otherwise the"
                    + " transaction is over, or belongs to another node")
    String resolveUnknown(TransactionId transaction, String reached, String unreached);

    /** A resolution against a decision. */
    @Says(
            id = 4025,
            value = "cannot resolve transaction %s by %s: its decision is %s, and other resources may have followed the"
                    + " decision already; nothing was done; the transaction waits for resources: make them reachable,"
                    + " and recovery does the rest")
    String resolveDecided(TransactionId transaction, String asked, String decided);

    /** A resolution of something under way. */
    @Says(
            id = 4026,
            value = "cannot resolve transaction %s: it is %s on this node; nothing was done; wait for its"
                    + " end, or, if it has not voted, roll it back with './assent log end %1$s'")
    String resolveUnderWay(TransactionId transaction, String step);

    /** A resolution of something that is over. */
    @Says(
            id = 4027,
            value = "cannot resolve transaction %s: it is over, and its heuristic outcome is kept: %s; nothing was"
                    + " done; compare the resources, repair their data, then './assent log forget %1$s'")
    String resolveHeuristic(TransactionId transaction, List<?> resources);

    /** A resolution of a branch of another node. */
    @Says(
            id = 4028,
            value = "cannot resolve transaction %s: its branch on resource '%s' belongs to node %s, which may be alive;"
                    + " nothing was done; if that node is alive, let it end its branch (start it, or resolve there); if"
                    + " it is gone for good, './assent log adopt %3$s' first")
    String resolveStrange(TransactionId transaction, String resource, NodeId node);

    /** A commit of a transaction to which presumed abort applies. */
    @Says(
            id = 4029,
            value = "cannot resolve transaction %s by commit: this node's log is whole and has no decision to commit"
                    + " it, so it counts as rolled back (presumed abort), and other resources may have rolled back"
                    + " already. Nothing was done. If the node runs, its recovery rolls back the rest; if not,"
                    + " './assent log resolve %1$s rollback'")
    String resolveOrphan(TransactionId transaction);

    /** A node that can't be adopted. */
    @Says(id = 4030, value = "cannot adopt node %s: %s; nothing was done")
    String adoptRefused(NodeId node, String why);

    /** No such transaction. */
    @Says(
            id = 4031,
            value = "no transaction is known as '%s', neither to the log nor to the resources that were reached (not"
                    + " reached: %s); './assent log list' shows the known ones")
    String subjectUnknown(String name, String unreached);

    /** More than one such transaction. */
    @Says(id = 4032, value = "'%s' may be any of %d transactions: %s; give more of its name")
    String subjectAmbiguous(String name, int count, String transactions);

    /** A text that is not a name of a transaction or node. */
    @Says(id = 4033, value = "'%s' is not the name of a %s; allowed: %s")
    String subjectRefused(String name, String kind, String allowed);

    /** A log folder with a long path. */
    @Says(
            id = 4034,
            value = "the admin socket %s can't be opened: its path has %d bytes, and the system allows %d; the node"
                    + " runs without the socket, so './assent log' can't ask this node while it runs; give the log"
                    + " folder a shorter path and start the node again")
    String adminPathLong(Path socket, int bytes, int bytesMax);

    /** No admin socket. */
    @Says(
            id = 4035,
            value = "the admin socket %s can't be opened: %s; the node runs without the socket, so './assent log' can't"
                    + " ask this node while it runs; remove the cause and start the node again, or stop the node before"
                    + " you use './assent log'")
    String adminNotOpened(Path socket, Throwable cause);

    /** A request from a user who is not allowed. */
    @Says(id = 4037, value = "user '%s' may not use this admin socket; allowed: '%s' and root")
    String adminDenied(String user, String owner);

    /** No log folder. */
    @Says(
            id = 4038,
            value = "the log folder %s does not exist; give the folder that the node uses (its setting 'log-folder')"
                    + " with '--log FOLDER'; if that folder was deleted, give the node's properties file with '--config"
                    + " FILE', and add '--new-log' for resolve, forget and adopt")
    String logFolderAbsent(Path folder);

    /** A log can't be read. */
    @Says(id = 4039, value = "the decision log in %s cannot be read: %s; nothing was changed; check the disk")
    String logNotRead(String place, @Nullable String reason);

    /** A record for a log that is open read-only. */
    @Says(id = 4040, value = "the decision log in %s is open read-only and takes no records; nothing was written")
    String logReadOnly(String place);

    /** No log in the folder. */
    @Says(
            id = 4041,
            value = "the folder %s has no decision log; give the folder that the node uses (its setting 'log-folder')"
                    + " with '--log FOLDER'; if its log was deleted, give the node's properties file with '--config"
                    + " FILE', and add '--new-log' for resolve, forget and adopt")
    String logFolderEmpty(String folder);

    /** A request at the admin socket that is not valid. */
    @Says(
            id = 4042,
            value = "the request at the admin socket is not understood: %s; nothing was done; use the './assent log' of"
                    + " the version that the node runs")
    String adminRequestRefused(String why);

    /** A bug of Assent, or an error of the JVM, under an operator's command. */
    @Says(
            id = 4043,
            value = "the operator's command failed with %s before anything was on record; nothing was done; repeat it,"
                    + " and report a bug if it fails again")
    String commandFailed(Throwable failure);

    /** The admin socket takes no connection for a while. */
    @Says(
            id = 4044,
            value = "the admin socket %s can't accept a connection: %s; the node goes on and tries again, and"
                    + " './assent log' waits meanwhile; if the process has too many open files, raise its limit")
    String adminNotAccepting(Path socket, Throwable failure);

    /** A resolution that might miss a part. */
    @Says(
            id = 4047,
            value = "cannot resolve transaction %s now: resources that may hold more branches of it can't"
                    + " be reached: %s; nothing was done; make them reachable; if one is lost for good,"
                    + " take it out of the node's configuration and start the node again")
    String resolvePartly(TransactionId transaction, String unreached);

    /** A resolution against a commit marker. */
    @Says(
            id = 4048,
            value = "cannot resolve transaction %s by %s: its commit marker at '%s' %s, and recovery ends the"
                    + " transaction by that marker; nothing was done; if the node runs, no action is needed; if not,"
                    + " start it, or './assent run --once --config FILE'")
    String resolveMarked(TransactionId transaction, String asked, String resource, String marker);

    /** A resource lists a branch and does not end it as decided. */
    @Says(
            id = 4049,
            value = "resource '%s' can be reached, but does not end a prepared branch as decided: %s: %s;"
                    + " its branches wait, and recovery tries again with pauses of up to %d s; read the"
                    + " resource's answer, and check that the user with which the node logs in there may"
                    + " end prepared transactions")
    String resourceRefuses(String resource, Participant branch, String cause, long pauseSecondsMax);

    /** A resource ends branches as decided again. */
    @Says(
            id = 4050,
            value = "resource '%s' again ends its branches as decided, %d ms after it first refused; recovery goes on")
    String resourceObeys(String resource, long millis);

    /** An act while resources are still being opened. */
    @Says(
            id = 4051,
            value = "cannot act on transaction '%s' now: the node still opens its resources, and one of them may have"
                    + " another branch of the transaction; nothing was done; repeat the command in a moment")
    String actWhileOpening(Object transaction);

    /** Too many lost resources, or a name that a resource can't have. */
    @Says(
            id = 4052,
            value = "option '--lost' can't be %s; allowed: the name of one resource, of 1 to 64 letters, digits, '.',"
                    + " '_' and '-', and at most %d such options in one command; nothing was done")
    String lostRefused(String names, int namesMax);

    /** A request that does not fit through the admin socket. */
    @Says(
            id = 4053,
            value = "the request can't be sent to the running node: its %s has %d characters, and more bytes in UTF-8"
                    + " than the %d that are allowed; nothing was done; shorten it")
    String adminTextLong(String name, int length, int bytesMax);

    /** A prepared subordinate can't reach its superior. */
    @Says(
            id = 4054,
            value = "%s decides transactions that are prepared here, such as %s, and has sent no answer that this node"
                    + " can follow: %s. These transactions stay prepared and keep their locks, and this node asks again"
                    + " with pauses of up to %d s. If that node can't be reached, make it reachable. If it is gone for"
                    + " good, if it or these transactions were adopted, or if the cause above says that its answer is"
                    + " not enough, find out what it decided, and resolve each transaction the same way: './assent log"
                    + " resolve TRANSACTION commit' or 'rollback'")
    String superiorUnreachable(
            String superior, TransactionId transaction, @Nullable Throwable cause, long pauseSecondsMax);

    /** A superior answers again. */
    @Says(id = 4055, value = "%s is reached again after %d ms, and this node asks it for the decision")
    String superiorBack(String superior, long millis);

    /** A superior that may have forgotten its decision. */
    @Says(
            id = 4056,
            value = "the deciding node answers rollback, but it would also answer so if it had committed and forgotten"
                    + " the transaction; this node may have an old copy of its log, so it can't tell which is true; an"
                    + " operator must find out and resolve the transaction")
    String rollbackMayBePresumed();

    /** An order to end a transaction that is not unprepared. */
    @Says(id = 4057, value = "cannot end transaction %s: %s; nothing was done")
    String endRefused(TransactionId transaction, String why);

    /** An order to end all work of an owner that has none. */
    @Says(
            id = 4058,
            value = "nothing was ended: '%s' has no work here that has not voted; owners of such work (name and"
                    + " number): %s; give one of these names with '--of', but end work of 'this node' one transaction"
                    + " at a time: './assent log end TRANSACTION'")
    String endOfNobody(String name, String beginners);

    /** First digits that several nodes share. */
    @Says(id = 4060, value = "'%s' may be any of %d nodes: %s; nothing was done; give more of its digits")
    String nodeAmbiguous(String digits, int count, String nodes);

    /** A filter that is empty or not valid. */
    @Says(
            id = 4061,
            value = "the filter '%s' is not understood: %s; allowed, each once: standing=WORD (%s), resource=NAME,"
                    + " node=DIGITS, before=TIME as in 2026-11-21T16:52:28Z; nothing was done")
    String filterRefused(String filter, String why, String standings);

    /** A bulk act that would differ from the shown one. */
    @Says(
            id = 4062,
            value = "what '--where %s' selects has changed since the code '%s' was shown: other transactions (%d now),"
                    + " or another treatment of one; nothing was done; run the command without '--shown', look, and use"
                    + " the new code")
    String bulkOutdated(Object filter, @Nullable String shown, int count);

    /** Transactions wait for an XAResource that belonged to no resource. */
    @Says(
            id = 4063,
            value = "transactions wait for '%s', an XAResource that belonged to no registered resource: %d now, %s"
                    + " among them; recovery can't connect to it; './assent log show TRANSACTION' shows whether each"
                    + " one commits or rolls back: end its branch at the resource the same way, then './assent log"
                    + " forget TRANSACTION --lost %1$s', with one '--lost' for each such resource")
    String resourceUnregistered(String name, int waiting, TransactionId first);

    /** An order to end all work of an owner, at a node where no owner has any. */
    @Says(
            id = 4064,
            value = "nothing was ended: '%s' has no work here that has not voted, and neither has anyone else; no"
                    + " action needed")
    String endOfNothing(String name);

    /** An error of the JVM in the middle of an operator's act. */
    @Says(
            id = 4065,
            value = "the outcome of the act '%s' is unknown: it ended with %s. If its record is in the log, recovery"
                    + " carries it out. Look with './assent log show' before you repeat the act")
    String actCutOff(String what, Throwable cause);
}
