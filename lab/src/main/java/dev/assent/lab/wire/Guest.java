package dev.assent.lab.wire;

import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.Inside;
import dev.assent.lab.bean.Payloads;
import jakarta.transaction.UserTransaction;

/** A client of a {@link LabTransport}. What it returns is for any threads, a transaction for the thread that began it. */
public interface Guest extends AutoCloseable {
    /**
     * The object that a server has exported.
     *
     * @param isTransactional whether its calls are a part of the caller's transaction, or refuse to be
     */
    Payloads payloads(String server, boolean isTransactional) throws Exception;

    /** The object that a server has exported; parameters as for {@link #payloads}. */
    Account account(String server, boolean isTransactional) throws Exception;

    /**
     * The code inside of a server.
     *
     * @throws UnsupportedOperationException when there are no transactions
     */
    default Inside inside(String server) {
        throw new UnsupportedOperationException("no transactions go over this transport");
    }

    /**
     * Begins and ends transactions of the calling thread at the coordinator.
     *
     * @throws UnsupportedOperationException when there are none
     */
    default UserTransaction transactions() {
        throw new UnsupportedOperationException("no transactions go over this transport");
    }
}
