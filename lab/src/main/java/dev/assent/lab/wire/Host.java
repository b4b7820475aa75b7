package dev.assent.lab.wire;

import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.Payloads;
import dev.assent.remote.ConnectedNode;
import dev.assent.resources.XaDriverConfig;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A server of a {@link LabTransport}. One thread opens, exports and closes. */
public interface Host extends AutoCloseable {
    /** Where clients reach it. */
    String address();

    /** Its node; null when it has no transactions. */
    default @Nullable ConnectedNode node() {
        return null;
    }

    /**
     * Opens the database of a server, by connections that are part of its transactions and that it ends with itself; null
     * where its node has them.
     *
     * @param connectionsMax how many there may be at once
     */
    default @Nullable DataSource bank(XaDriverConfig driver, int connectionsMax) throws SQLException {
        return null;
    }

    /** Exports what the first two experiments call, once without a transaction and once as a part of the caller's. */
    void export(Payloads payloads) throws Exception;

    /**
     * Exports what the fourth experiment calls.
     *
     * @param isTransactional whether its calls are a part of the caller's transaction, or have none
     */
    void export(Account account, boolean isTransactional) throws Exception;
}
