package dev.assent.interop;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;

/**
 * Books that keep their entries in a ledger, as part of the transaction of the thread; by Jakarta Transactions, so that it
 * does not matter whose transaction manager it is.
 *
 * <p>Thread safety: as {@link Books}.
 */
public final class TransactionalBooks implements Books {
    private final TransactionManager manager;
    private final Enlisting enlisting;

    /** Makes a connection to the ledger that takes part in a transaction. */
    @FunctionalInterface
    public interface Enlisting {
        /** Makes and enlists it. */
        LedgerConnection enlist(Transaction transaction) throws RollbackException, SystemException;
    }

    /** Books of a process. */
    public TransactionalBooks(TransactionManager manager, Enlisting enlisting) {
        this.manager = manager;
        this.enlisting = enlisting;
    }

    private LedgerConnection enlist() {
        try {
            return enlisting.enlist(manager.getTransaction());
        } catch (RollbackException | SystemException refused) {
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
        try {
            manager.getTransaction().registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    write(entry);
                }

                @Override
                public void afterCompletion(int status) {}
            });
            return entry;
        } catch (RollbackException | SystemException refused) {
            throw new IllegalStateException(refused);
        }
    }

    /** Calls the operation of {@link Books} that has this name. */
    public static int invoke(Books books, String operation, int entry) {
        return switch (operation) {
            case "write" -> books.write(entry);
            case "refuse" -> books.refuse(entry);
            case "look" -> books.look(entry);
            case "watch" -> books.watch(entry);
            default -> throw new IllegalArgumentException("there is no operation " + operation);
        };
    }
}
