package dev.assent.interop.xts;

import com.arjuna.mw.wst11.TransactionManagerFactory;
import com.arjuna.wst.Prepared;
import com.arjuna.wst.Volatile2PCParticipant;
import com.arjuna.wst.Vote;
import dev.assent.interop.Books;
import dev.assent.interop.Ledger;
import dev.assent.interop.LedgerConnection;
import java.util.UUID;

/**
 * Books whose branches are participants of XTS.
 *
 * <p>Thread safety: as {@link Books}.
 */
final class XtsBooks implements Books {
    private final Ledger ledger;
    private volatile boolean isRolledBack;

    /** Books of a ledger. */
    XtsBooks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** From now on it is another transaction that may be rolled back. */
    void begin() {
        isRolledBack = false;
    }

    /** Whether a branch of the transaction was rolled back. */
    boolean isRolledBack() {
        return isRolledBack;
    }

    private static String identity() {
        return "urn:uuid:" + UUID.randomUUID();
    }

    private LedgerConnection enlist() {
        String name = UUID.randomUUID().toString();
        LedgerBranch branch = new LedgerBranch(ledger, name, () -> isRolledBack = true);
        LedgerConnection connection = branch.start();
        try {
            TransactionManagerFactory.transactionManager().enlistForDurableTwoPhase(branch, identity());
            return connection;
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
    }

    @Override
    public int write(int entry) {
        enlist().write(entry);
        return entry;
    }

    @Override
    public int refuse(int entry) {
        LedgerConnection connection = enlist();
        connection.write(entry);
        connection.refuse();
        return entry;
    }

    @Override
    public int look(int entry) {
        enlist();
        return entry;
    }

    @Override
    public int watch(int entry) {
        LedgerConnection connection = enlist();
        try {
            TransactionManagerFactory.transactionManager()
                    .enlistForVolatileTwoPhase(new Watcher(connection, entry), identity());
            return entry;
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
    }

    /** Writes when it is asked to prepare. */
    private record Watcher(LedgerConnection connection, int entry) implements Volatile2PCParticipant {
        @Override
        public Vote prepare() {
            connection.write(entry);
            return new Prepared();
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void unknown() {}

        @Override
        public void error() {}
    }
}
