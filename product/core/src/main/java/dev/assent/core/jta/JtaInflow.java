package dev.assent.core.jta;

import dev.assent.TransactionId;
import dev.assent.core.commit.PresumedAbort;
import dev.assent.core.transaction.Client;
import dev.assent.core.transaction.Superior;
import dev.assent.core.transaction.Terms;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of superiors, and of clients without a transaction manager, as Jakarta transactions for the work
 * that they do on this node. Work gets one by {@link NodeTransactionManager#resume}.
 *
 * <p>Thread safety: safe to share.
 */
public final class JtaInflow {
    private final JtaNode node;

    /** The inflow of a node. */
    public JtaInflow(JtaNode node) {
        this.node = node;
    }

    /**
     * Begins a transaction for a client, which ends it by {@link JtaTransaction#end}.
     *
     * @param timeoutMillis how long it may take until it is decided; at least 1
     * @param client as operators read it; null if unknown
     * @throws dev.assent.NotRunningException if the node takes no transactions
     */
    public JtaTransaction begin(long timeoutMillis, @Nullable Client client) {
        JtaTransaction fresh = fresh(timeoutMillis, client);
        node.coordinator().begin(new Terms(timeoutMillis, PresumedAbort.INSTANCE), fresh, fresh::tie);
        return fresh;
    }

    /**
     * This node's subordinate for work that belongs to a superior's transaction: the existing one, or a new one (law
     * 14: one subordinate a process).
     *
     * @param id a transaction that this node did not begin
     * @param timeoutMillis how long it may go on before it is prepared; at least 1 (law 19)
     * @param superior decides a new one
     * @throws dev.assent.NotRunningException if the node takes no transactions
     */
    public JtaTransaction join(TransactionId id, long timeoutMillis, Superior superior) {
        JtaTransaction fresh = fresh(timeoutMillis, null);
        Terms terms = new Terms(timeoutMillis, PresumedAbort.INSTANCE);
        return (JtaTransaction) node.coordinator()
                .subordinate(id, terms, superior, fresh, fresh::tie)
                .transaction()
                .owner();
    }

    private JtaTransaction fresh(long timeoutMillis, @Nullable Client client) {
        if (timeoutMillis < 1) {
            throw new IllegalArgumentException("timeout " + timeoutMillis + " ms is not allowed; 1 or more is");
        }
        int timeoutSeconds = (int) Math.min(Integer.MAX_VALUE, (timeoutMillis + 999) / 1000);
        return new JtaTransaction(node, timeoutSeconds, true, client);
    }
}
