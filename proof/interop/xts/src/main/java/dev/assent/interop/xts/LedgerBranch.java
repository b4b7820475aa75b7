package dev.assent.interop.xts;

import com.arjuna.wst.Aborted;
import com.arjuna.wst.Durable2PCParticipant;
import com.arjuna.wst.Prepared;
import com.arjuna.wst.ReadOnly;
import com.arjuna.wst.SystemException;
import com.arjuna.wst.Vote;
import dev.assent.interop.Ledger;
import dev.assent.interop.LedgerConnection;
import java.nio.charset.StandardCharsets;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jboss.jbossts.xts.recovery.participant.at.PersistableATParticipant;

/**
 * A branch of a ledger as a participant in Durable2PC. XTS keeps its name when it is prepared, and gives it back after a
 * restart. Thread safety: XTS asks one thing at a time.
 */
final class LedgerBranch implements Durable2PCParticipant, PersistableATParticipant {
    private static final int FORMAT = 0x58545342;

    private final LedgerConnection connection;
    private final Xid xid;
    private final Runnable rolledBack;

    /**
     * A branch by its name.
     *
     * @param rolledBack runs after the branch has rolled back
     */
    LedgerBranch(Ledger ledger, String name, Runnable rolledBack) {
        this.connection = new LedgerConnection(ledger);
        this.xid = new Name(name);
        this.rolledBack = rolledBack;
    }

    /** The name of a branch. */
    private record Name(String text) implements Xid {
        @Override
        public int getFormatId() {
            return FORMAT;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return text.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[0];
        }
    }

    /** The name of a branch that a ledger knows. */
    static String name(Xid xid) {
        return new String(xid.getGlobalTransactionId(), StandardCharsets.US_ASCII);
    }

    /** Starts the branch; the returned connection writes into it. */
    LedgerConnection start() {
        connection.start(xid, XAResource.TMNOFLAGS);
        return connection;
    }

    @Override
    public Vote prepare() {
        try {
            return connection.prepare(xid) == XAResource.XA_OK ? new Prepared() : new ReadOnly();
        } catch (XAException refused) {
            return new Aborted();
        }
    }

    @Override
    public void commit() throws SystemException {
        try {
            connection.commit(xid, false);
        } catch (XAException failed) {
            checkOver(failed);
        }
    }

    @Override
    public void rollback() throws SystemException {
        try {
            connection.rollback(xid);
        } catch (XAException failed) {
            checkOver(failed);
        } finally {
            rolledBack.run();
        }
    }

    /** A branch that the ledger no longer knows had ended before the process died. */
    private static void checkOver(XAException failed) throws SystemException {
        if (failed.errorCode != XAException.XAER_NOTA) {
            throw new SystemException(failed.toString());
        }
    }

    @Override
    public void unknown() {}

    @Override
    public void error() {}

    @Override
    public byte[] getRecoveryState() {
        return xid.getGlobalTransactionId();
    }
}
