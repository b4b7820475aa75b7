package dev.assent.server.processes;

import java.sql.SQLException;

/** The interface that a bank server exports. Thread safety: safe to share. */
public interface BankService {
    /** The name of the object. */
    String NAME = "bank";

    /**
     * Books a part of a transfer at an account and writes it down, as a part of the caller's transaction.
     *
     * @throws SQLException when the database refuses
     */
    void book(int transfer, int account, long amount) throws SQLException;
}
