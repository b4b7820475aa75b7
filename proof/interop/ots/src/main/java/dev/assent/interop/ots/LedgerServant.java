package dev.assent.interop.ots;

import dev.assent.interop.LedgerConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSIENT;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.ResourcePOA;
import org.omg.CosTransactions.Vote;

/** A branch of a ledger as a Resource of the Transaction Service. Thread safety: used by one thread at a time. */
final class LedgerServant extends ResourcePOA {
    private final LedgerConnection connection;
    private final Xid branch;

    LedgerServant(LedgerConnection connection, Xid branch) {
        this.connection = connection;
        this.branch = branch;
    }

    @Override
    public Vote prepare() {
        try {
            return connection.prepare(branch) == XAResource.XA_OK ? Vote.VoteCommit : Vote.VoteReadOnly;
        } catch (XAException refused) {
            return Vote.VoteRollback;
        }
    }

    /** Called again, it has nothing more to do. */
    @Override
    public void commit() throws NotPrepared {
        try {
            connection.commit(branch, false);
        } catch (XAException failed) {
            if (failed.errorCode != XAException.XAER_NOTA) {
                throw new TRANSIENT(failed.toString());
            }
        }
    }

    @Override
    public void rollback() {
        try {
            connection.rollback(branch);
        } catch (XAException failed) {
            if (failed.errorCode != XAException.XAER_NOTA) {
                throw new TRANSIENT(failed.toString());
            }
        }
    }

    @Override
    public void commit_one_phase() {
        try {
            connection.commit(branch, true);
        } catch (XAException refused) {
            throw new TRANSACTION_ROLLEDBACK(refused.toString());
        }
    }

    @Override
    public void forget() {}
}
