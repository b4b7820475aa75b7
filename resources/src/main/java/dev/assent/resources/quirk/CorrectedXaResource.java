package dev.assent.resources.quirk;

import dev.assent.resources.xa.ForwardingXaResource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A driver's XAResource that says what it means. What a row of {@link DatabaseQuirks} needs is corrected;
 * all else comes through as it is, the driver's own exceptions too. For every driver:
 *
 * <ul>
 *   <li>an error of a connection that is lost is XAER_RMFAIL, whatever code it came with: nobody knows what
 *       became of the call, so it counts neither as done nor as refused (law 11).
 * </ul>
 *
 * <p>Thread safety: one call at a time, by any thread; {@link #noteError}, {@link #isWhole} and {@link #ran} by the thread
 * that works with the connection, also while another rolls back.
 */
public final class CorrectedXaResource extends ForwardingXaResource {
    /** SQLState of the standard: the transaction was rolled back, as a deadlock's victim. */
    private static final String VICTIM = "40001";

    private final DatabaseQuirks row;
    private final @Nullable DriverTransactionState state;
    private volatile @Nullable SQLException rolledBackBy;

    private final AtomicReference<Seen> seen = new AtomicReference<>(new Seen(Progress.NONE));

    /** How far a branch is, as was seen last. One object for each sight, so that an older one never replaces a newer one. */
    private static final class Seen {
        final Progress progress;

        Seen(Progress progress) {
            this.progress = progress;
        }
    }

    /** Whether the server has a transaction for the branch. */
    private enum Progress {
        /** There is no branch that can be looked at. */
        NONE,
        /** The branch has started, and no statement has begun its transaction yet. */
        STARTED,
        /** The server has its transaction. */
        OPEN,
        /** The server had its transaction, and has it no more: a statement has ended it, nobody knows how. */
        LOST
    }

    /**
     * Corrects the XAResource of one connection.
     *
     * @throws SQLException when the driver lacks what a correction needs
     */
    public CorrectedXaResource(XAResource driver, DatabaseQuirks row, Connection connection) throws SQLException {
        super(driver);
        this.row = row;
        this.state = row.needs(Correction.ABORTED_UNNOTICED) || row.needs(Correction.ENDED_BY_STATEMENT)
                ? new DriverTransactionState(connection)
                : null;
    }

    /** Notes an error that a statement on this connection got. */
    public void noteError(SQLException failed) {
        if (row.needs(Correction.VICTIM_GOES_ON) && VICTIM.equals(failed.getSQLState())) {
            rolledBackBy = failed;
        }
    }

    /**
     * Looks whether the branch is still the one that was started.
     *
     * @return false when a statement has ended it
     */
    public boolean isWhole() {
        look(false);
        return seen.get().progress != Progress.LOST;
    }

    /**
     * Looks at what a statement of the application has done.
     *
     * @param isSent whether the server has run it for sure, so that there is a transaction unless it has ended that
     */
    public void ran(boolean isSent) {
        look(isSent);
    }

    private void look(boolean hasBegun) {
        Seen last = seen.get();
        boolean canEnd = last.progress == Progress.OPEN || (last.progress == Progress.STARTED && hasBegun);
        if (state != null
                && row.needs(Correction.ENDED_BY_STATEMENT)
                && (canEnd || last.progress == Progress.STARTED)) {
            boolean isIdle = state.isIdle();
            Progress now = !isIdle ? Progress.OPEN : canEnd ? Progress.LOST : last.progress;
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
            if (failed.errorCode != XAException.XAER_RMFAIL && ConnectionLoss.isCauseOf(failed)) {
                throw coded(XAException.XAER_RMFAIL, failed);
            }
            throw failed;
        }
    }

    private static XAException coded(int code, @Nullable Throwable cause) {
        XAException told = new XAException(code);
        told.initCause(cause);
        return told;
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
     * As the driver.
     *
     * @throws XAException XA_HEURHAZ, too, for a branch that a statement has ended: nobody knows how
     */
    @Override
    public void rollback(Xid xid) throws XAException {
        if (isWhole()) {
            sees(Progress.NONE);
            super.rollback(xid);
            return;
        }
        throw hazard(xid); // also when it is asked again
    }

    /** Rolls back what there is, of a branch that a statement has ended. */
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
            throw coded(XAException.XAER_PROTO, ended()); // it is asked to roll back, and tells the hazard
        }
        requireAllWork(xid);
        int vote = super.prepare(xid);
        return vote == XA_RDONLY && row.needs(Correction.FALSE_READ_ONLY) ? XA_OK : vote;
    }

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
        try {
            super.commit(xid, true);
        } catch (XAException failed) {
            boolean lost = ConnectionLoss.isCauseOf(failed);
            if (!lost && failed.errorCode == XAException.XAER_RMFAIL && row.needs(Correction.WRONG_STATE_AS_FAILURE)) {
                throw coded(XAException.XAER_PROTO, failed);
            }
            throw failed;
        }
    }

    /**
     * Rolls a branch back that has lost work without the driver's notice, and says so.
     *
     * @throws XAException XA_RBROLLBACK after that; what the driver answered when it can't be rolled back
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
