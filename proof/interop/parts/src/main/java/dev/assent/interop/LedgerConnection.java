package dev.assent.interop;

import java.util.Objects;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** A connection to a {@link Ledger}. Thread safety: used by one thread at a time. */
public class LedgerConnection implements XAResource {
    private final Ledger ledger;
    private @Nullable Xid current;

    /** Connects. */
    public LedgerConnection(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Writes an entry in the branch that it is associated with. */
    public final void write(int entry) {
        ledger.write(Objects.requireNonNull(current), entry);
    }

    /** From now on its branch refuses to prepare. */
    public final void refuse() {
        ledger.refuse(Objects.requireNonNull(current));
    }

    @Override
    public final void start(Xid xid, int flags) {
        ledger.start(xid);
        current = xid;
    }

    @Override
    public final void end(Xid xid, int flags) {
        current = null;
    }

    @Override
    public final int prepare(Xid xid) throws XAException {
        return ledger.prepare(xid) ? XA_OK : XA_RDONLY;
    }

    @Override
    public final void commit(Xid xid, boolean isOnePhase) throws XAException {
        if (isOnePhase) {
            ledger.commitOnePhase(xid);
        } else {
            ledger.commit(xid);
        }
    }

    @Override
    public final void rollback(Xid xid) throws XAException {
        ledger.rollback(xid);
    }

    @Override
    public final Xid[] recover(int flags) {
        return (flags & TMSTARTRSCAN) == 0 ? new Xid[0] : ledger.prepared();
    }

    @Override
    public final void forget(Xid xid) throws XAException {
        throw new XAException(XAException.XAER_NOTA); // it decides nothing by itself
    }

    @Override
    public final boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public final int getTransactionTimeout() {
        return 0;
    }

    @Override
    public final boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
