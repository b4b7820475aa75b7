package dev.assent.resources.example;

import dev.assent.remote.ApplicationFailure;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Referenced;
import dev.assent.remote.Transacted;
import java.sql.SQLException;

/** What the node that has the stock exports. The guide docs/guide/services.md shows it. */
public interface Stock {
    /** Takes pieces out of the stock, as a part of the caller's transaction. */
    void take(String article, int pieces) throws SQLException, OutOfStockException;

    /** How many pieces there are, with or without a transaction. */
    @Transacted(CallTransaction.SUPPORTS)
    int pieces(String article) throws SQLException;

    /** Begins to count the stock; the count stays at the node. */
    @Transacted(CallTransaction.NOT_SUPPORTED)
    Count count();

    /** One count of one caller. */
    @Referenced
    interface Count extends AutoCloseable {
        /** Counts some pieces more, and tells all that were counted. */
        @Transacted(CallTransaction.NOT_SUPPORTED)
        int add(int pieces);

        /** The count is over. */
        @Override
        @Transacted(CallTransaction.NOT_SUPPORTED)
        void close();
    }

    /** There is less than is asked for: the transaction can only roll back. */
    @ApplicationFailure(rollback = true)
    final class OutOfStockException extends Exception {
        private static final long serialVersionUID = 1L;

        /** Of an article. */
        public OutOfStockException(String article) {
            super("not enough " + article);
        }
    }
}
