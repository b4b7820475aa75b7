package dev.assent.interop.jacorb;

import dev.assent.interop.Books;
import java.util.function.IntSupplier;

/** Books that are called in the transaction that there is. Thread safety: as the transactions. */
record PropagatingBooks(Books books, FactoryTransactions transactions) implements Books {
    private int call(IntSupplier call) {
        return Propagation.with(transactions.context(), call);
    }

    @Override
    public int write(int entry) {
        return call(() -> books.write(entry));
    }

    @Override
    public int refuse(int entry) {
        return call(() -> books.refuse(entry));
    }

    @Override
    public int look(int entry) {
        return call(() -> books.look(entry));
    }

    @Override
    public int watch(int entry) {
        return call(() -> books.watch(entry));
    }
}
