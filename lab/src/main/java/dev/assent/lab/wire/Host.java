package dev.assent.lab.wire;

import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.Payloads;
import dev.assent.remote.ConnectedNode;
import org.jspecify.annotations.Nullable;

/** A server of a {@link LabTransport}. One thread opens, exports and closes. */
public interface Host extends AutoCloseable {
    /** Where clients reach it. */
    String address();

    /** Its node; null when it has no transactions. */
    default @Nullable ConnectedNode node() {
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
