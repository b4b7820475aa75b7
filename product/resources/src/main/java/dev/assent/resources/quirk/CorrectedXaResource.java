package dev.assent.resources.quirk;

import dev.assent.core.foreign.Failure;
import dev.assent.core.xa.InDoubtList;
import dev.assent.resources.xa.ForwardingXaResource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A driver's XAResource with correct XA codes. It corrects the deviations that a row of {@link DatabaseQuirks} names,
 * and passes on all other answers unchanged, the driver's own exceptions too. For every driver:
 *
 * <ul>
 *   <li>an error of a lost connection is XAER_RMFAIL, whatever code the driver gave it: nobody knows whether the call
 *       was done, so it counts neither as done nor as refused (law 11);
 *   <li>a one-phase commit is XA_RBROLLBACK if its error has an SQLState with which the SQL standard says "rolled
 *       back".
 * </ul>
 *
 * <p>Thread safety: one call at a time, by any thread; {@link #noteError}, {@link #isWhole} and {@link #ran} by the
 * thread that works with the connection, also while another rolls back.
 */
public final class CorrectedXaResource extends ForwardingXaResource {
    private final DatabaseQuirks row;
    private final Care care;
    private final @Nullable DriverTransactionState state;
    private final @Nullable CommitInquiry inquiry;
    private volatile @Nullable SQLException rolledBackBy;
    private volatile boolean isLost;
    private volatile boolean isClosing;

    private final AtomicReference<Seen> seen = new AtomicReference<>(new Seen(Progress.NONE));

    /**
     * The reactions of a connection's owner to losses.
     *
     * @param commits finds out how one-phase commits ended; null when nobody asks
     * @param onLoss runs at each error that means that the connection is lost
     */
    public record Care(@Nullable LostCommits commits, Runnable onLoss) {
        /** Does nothing. */
        public static final Care NONE = new Care(null, () -> {});
    }

    /**
     * The last known progress of a branch. Each look makes a new object, so that an older look never replaces a newer
     * one.
     */
    private static final class Seen {
        final Progress progress;

        Seen(Progress progress) {
            this.progress = progress;
        }
    }

    /** Whether the server has a transaction for the branch. */
    private enum Progress {
        /** There is no branch to look at. */
        NONE,
        /** The branch has started, and no statement has begun its transaction yet. */
        STARTED,
        /** The server has its transaction. */
        OPEN,
        /** The server had its transaction and has it no longer: a statement has ended it, and nobody knows how. */
        LOST
    }

    /** The same, without reactions to losses. */
    public CorrectedXaResource(XAResource driver, DatabaseQuirks row, Connection connection) throws SQLException {
        this(driver, row, connection, Care.NONE);
    }

    /**
     * Corrects the XAResource of one connection, which is in auto-commit.
     *
     * @throws SQLException when the driver lacks what a correction needs, or the connection is lost
     */
    public CorrectedXaResource(XAResource driver, DatabaseQuirks row, Connection connection, Care care)
            throws SQLException {
        super(driver);
        this.row = row;
        this.care = care;
        this.state = row.needs(Correction.ABORTED_UNNOTICED) || row.needs(Correction.ENDED_BY_STATEMENT)
                ? new DriverTransactionState(connection)
                : null;
        LostCommits commits = row.needs(Correction.ASKED_AFTER_LOSS) ? care.commits() : null;
        this.inquiry = state != null && row.needs(Correction.SENT_AGAIN) ? CommitInquiry.of(state, commits) : null;
    }

    /** Whether any call has found the connection lost. */
    public boolean isLost() {
        return isLost;
    }

    /** Notes an error that a statement on this connection got. */
    public void noteError(SQLException failed) {
        if (row.needs(Correction.VICTIM_GOES_ON) && SqlErrors.isInCauses(failed, WholeRollback::isVictim)) {
            rolledBackBy = failed;
        }
    }

    /**
     * Looks whether the branch is still the started one.
     *
     * @return false when a statement has ended it
     */
    public boolean isWhole() {
        look(false);
        return seen.get().progress != Progress.LOST;
    }

    /**
     * Looks at the effect of a statement of the application.
     *
     * @param isSent whether the server has certainly run it, so that a transaction exists unless the statement ended it
     */
    public void ran(boolean isSent) {
        look(isSent);
    }

    /**
     * The owner is about to close the connection. Its driver may roll back first, and then has no transaction, though no
     * statement has ended one.
     */
    public void closing() {
        isClosing = true;
    }

    private void look(boolean hasBegun) {
        if (isClosing || state == null || !row.needs(Correction.ENDED_BY_STATEMENT)) {
            return;
        }
        Seen last = seen.get();
        boolean canEnd = last.progress == Progress.OPEN || (last.progress == Progress.STARTED && hasBegun);
        if (canEnd || last.progress == Progress.STARTED) {
            Progress now = !state.isIdle() ? Progress.OPEN : canEnd ? Progress.LOST : last.progress;
            if (now != last.progress) {
                seen.compareAndSet(last, new Seen(now));
            }
        }
    }

    private void sees(Progress now) {
        seen.set(new Seen(now));
    }

    @Override
    protected <T> T ask(Call<T> call) throws XAException {
        try {
            return call.run();
        } catch (XAException failed) {
            if (!row.isLossIn(failed)) {
                throw failed;
            }
            lost();
            throw failed.errorCode == XAException.XAER_RMFAIL ? failed : coded(XAException.XAER_RMFAIL, failed);
        }
    }

    private void lost() {
        isLost = true;
        care.onLoss().run();
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        if (flags != TMNOFLAGS) {
            super.start(xid, flags);
            return;
        }
        rolledBackBy = null;
        sees(Progress.NONE);
        super.start(xid, flags);
        sees(Progress.STARTED);
    }

    /**
     * As the driver does it.
     *
     * @throws XAException also XA_HEURHAZ, for a branch that a statement has ended: nobody knows how
     */
    @Override
    public void rollback(Xid xid) throws XAException {
        if (isWhole()) {
            sees(Progress.NONE);
            super.rollback(xid);
            return;
        }
        throw hazard(xid); // at each repetition, too
    }

    /** Rolls back the rest of a branch that a statement has ended. */
    private XAException hazard(Xid xid) {
        XAException hazard = coded(XAException.XA_HEURHAZ, ended());
        try {
            super.rollback(xid);
        } catch (XAException failed) {
            hazard.addSuppressed(failed);
        }
        return hazard;
    }

    private static SQLException ended() {
        return new SQLException("a statement of the application has ended the branch, and may have committed it");
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        if (!isWhole()) {
            throw coded(XAException.XAER_PROTO, ended()); // its rollback then throws the hazard
        }
        requireAllWork(xid);
        CommitInquiry.Before before = inquiry == null ? null : inquiry.beforePrepare();
        int vote = super.prepare(xid);
        if (inquiry != null
                && before != null
                && inquiry.mayHaveBeenSentAgain(before)
                && !InDoubtList.of(this).contains(xid)) {
            throw coded(XAException.XA_RBROLLBACK, SentAgain.refusedAndSentAgain());
        }
        return vote == XA_RDONLY && row.needs(Correction.FALSE_READ_ONLY) ? XA_OK : vote;
    }

    /**
     * As the driver does it, in two phases.
     *
     * <p>In one phase:
     *
     * <ol>
     *   <li>A branch that a statement has ended is not committed.
     *   <li>If the database can tell how a transaction has ended, Assent asks it for the number of this one.
     *   <li>The commit is sent. If the driver may have sent it again after a refusal, Assent checks how it ended.
     *   <li>An error with which the database says that it has rolled back is XA_RBROLLBACK. It is a hazard when the
     *       transaction has used foreign tables: their servers commit first.
     *   <li>After any other error that leaves the outcome open, above all a lost connection, Assent asks the database
     *       how the transaction has ended. When nobody knows, the driver's error stays: a hazard.
     * </ol>
     */
    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        if (!onePhase) {
            super.commit(xid, false);
            return;
        }
        if (!isWhole()) {
            throw hazard(xid);
        }
        requireAllWork(xid);
        CommitInquiry.Before before = inquiry == null ? null : beforeCommit(inquiry, xid);
        try {
            super.commit(xid, true);
        } catch (XAException failed) {
            settle(failed, before == null ? null : before.number());
            return;
        }
        if (inquiry != null && before != null && inquiry.mayHaveBeenSentAgain(before)) {
            requireDone(inquiry.endingOfSuccess(before));
        }
    }

    /** Errors of the question itself never reach this method: a caller could mistake them for errors of the commit. */
    private static void requireDone(Ending ending) throws XAException {
        switch (ending) {
            case COMMITTED -> {}
            case ROLLED_BACK -> throw coded(XAException.XA_RBROLLBACK, SentAgain.refusedAndSentAgain());
            case OPEN, UNKNOWN -> throw coded(XAException.XAER_RMFAIL, SentAgain.untold());
        }
    }

    /**
     * Asks for the state before a commit.
     *
     * @throws XAException when the server does not answer; the commit was not sent then, and the branch is rolled back
     */
    private CommitInquiry.Before beforeCommit(CommitInquiry asked, Xid xid) throws XAException {
        try {
            return asked.beforeCommit();
        } catch (Throwable failed) {
            if (row.isLossIn(failed)) {
                lost();
                throw coded(XAException.XA_RBCOMMFAIL, failed);
            }
            rollback(xid);
            throw coded(XAException.XA_RBROLLBACK, failed);
        }
    }

    /**
     * Finds out what the failure of a one-phase commit means; returns if the branch is committed after all.
     *
     * @param number null when no server can be asked
     */
    private void settle(XAException failed, @Nullable TransactionNumber number) throws XAException {
        boolean isRolledBack = XAException.XA_RBBASE <= failed.errorCode && failed.errorCode <= XAException.XA_RBEND;
        boolean isLostNow = row.isLossIn(failed);
        SQLException cause = Failure.find(failed, SQLException.class);
        if (isRolledBack || (!isLostNow && cause != null && isRefusal(cause))) {
            if (number != null && number.hasWorkedElsewhere()) {
                throw coded(XAException.XAER_RMFAIL, rolledBackHereOnly(failed));
            }
            throw isRolledBack ? failed : coded(XAException.XA_RBROLLBACK, failed);
        }
        LostCommits commits = care.commits();
        if (number != null && commits != null && failed.errorCode == XAException.XAER_RMFAIL) {
            Ending ending = commits.endingOf(number);
            if (ending == Ending.COMMITTED) {
                isLost = true; // whatever the error was, nobody may use the connection again
                return;
            }
            if (ending == Ending.ROLLED_BACK) {
                throw coded(XAException.XA_RBCOMMFAIL, failed);
            }
        }
        if (!isLostNow && failed.errorCode == XAException.XAER_RMFAIL && row.needs(Correction.WRONG_STATE_AS_FAILURE)) {
            throw coded(XAException.XAER_PROTO, failed);
        }
        throw failed;
    }

    private static SQLException rolledBackHereOnly(XAException failed) {
        return new SQLException(
                "the commit was refused and the work in this database is rolled back, but the transaction has also used"
                        + " foreign tables, whose servers commit first and may have committed",
                failed);
    }

    private boolean isRefusal(SQLException cause) {
        return Refusal.isByStandard(cause)
                || (row.needs(Correction.REFUSAL_AS_FAILURE)
                        && Refusal.isByPostgreSql(cause)
                        && state != null
                        && state.isIdle()); // the session goes on and has no transaction
    }

    /**
     * Rolls back a branch that has lost work unnoticed by the driver, and reports that.
     *
     * @throws XAException XA_RBROLLBACK after that; the driver's error when the branch can't be rolled back
     */
    private void requireAllWork(Xid xid) throws XAException {
        SQLException cause = rolledBackBy;
        if (cause == null && (state == null || !row.needs(Correction.ABORTED_UNNOTICED) || !state.hasFailed())) {
            sees(Progress.NONE);
            return;
        }
        rollback(xid);
        throw coded(
                XAException.XA_RBROLLBACK,
                cause != null
                        ? cause
                        : new SQLException("a statement failed and the server has rolled back what was done before"));
    }
}
