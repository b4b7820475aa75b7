package dev.assent.lab.transport;

import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedNode;
import dev.assent.resources.XaDriverConfig;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A server of a {@link LabTransport}. One thread opens, exports and closes. */
public interface LabServer extends AutoCloseable {
    /** Where clients reach it. */
    String address();

    /** Its node; null when it has no transactions, or they are another maker's. */
    default @Nullable ConnectedNode node() {
        return null;
    }

    /** Begins and ends transactions in this process; null when it has none. */
    default @Nullable TransactionManager transactionManager() {
        return null;
    }

    /**
     * Opens a database, whose connections are part of the transactions of this server; it ends with the server.
     *
     * @param connectionsMax how many there may be at once
     * @throws UnsupportedOperationException when there are no transactions
     */
    default DataSource openDatabase(XaDriverConfig driver, int connectionsMax) throws SQLException {
        throw new UnsupportedOperationException("a database is for transports with transactions");
    }

    /**
     * Exports an object, whose methods clients call at the same time.
     *
     * @param name the name that clients connect to: letters, digits and '-'
     * @param type an interface; no two of its methods have the same name
     * @param attribute which transaction its work is part of; ignored where there are no transactions
     */
    <T> void export(String name, Class<T> type, T object, CallTransaction attribute) throws Exception;
}
