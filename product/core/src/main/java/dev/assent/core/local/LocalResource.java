package dev.assent.core.local;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import java.util.Collection;
import java.util.List;

/**
 * A resource without XA. By registering it, the application allows it to be the last resource of transactions (law 13:
 * the last resource is announced).
 *
 * <p>A resource with markers writes, in the same local transaction as the work, a row that names the transaction. If
 * nobody knows whether a commit took effect, recovery asks for the row.
 *
 * <p>If a method throws anything, even an Error or an undeclared exception, that is the failure of that one call
 * ({@link dev.assent.core.foreign.ForeignCode}): the resource counts as unreachable. {@link #name} and {@link
 * #hasMarkers} must not throw.
 *
 * <p>Thread safety: safe to share. {@link #openMarkers} may block, and one recovery pass at a time calls it. {@link
 * #openToLook} may block, and any thread calls it.
 */
public interface LocalResource {
    /** The name, the same after restarts and different from that of any other resource. */
    String name();

    /** Whether its commits leave markers. */
    boolean hasMarkers();

    /**
     * Opens a connection for recovery to the markers; called only if the resource has them.
     *
     * @throws Exception if the resource can't be reached now; recovery tries again later
     */
    Markers openMarkers() throws Exception;

    /**
     * Opens a connection for an operator who looks; it must not make or change anything. Also called for a resource
     * without markers, to see whether it can be reached.
     *
     * @throws Exception if the resource can't be reached now
     */
    MarkerView openToLook() throws Exception;

    /** What a commit marker says. */
    enum Mark {
        /** The local work is committed. */
        COMMITTED,
        /** The local work is not committed, and can't be any more. */
        REFUSED,
        /** The marker is missing: the local work is not committed yet, but its commit may be on its way. */
        NONE
    }

    /** The markers of a resource, read-only. Used by one thread at a time. */
    interface MarkerView extends AutoCloseable {
        /**
         * What the marker of a transaction says now; called only if the resource has markers.
         *
         * @throws Exception if the answer is unknown now
         */
        Mark look(TransactionId id) throws Exception;

        @Override
        void close();
    }

    /** The markers of a resource. Used by one thread at a time. */
    interface Markers extends AutoCloseable {
        /**
         * Finds out whether the local work of a transaction was committed, and makes the answer final: if its marker is
         * missing, puts another in its place, which keeps a commit that is still on its way from taking effect. Reading
         * alone would not suffice, since the server may not have processed that commit yet.
         *
         * @throws Exception if the answer is unknown now; recovery tries again later
         */
        boolean isCommitted(TransactionId id) throws Exception;

        /**
         * The transactions of a node that have a marker; at least some, if there are any.
         *
         * @throws Exception if the resource can't be reached; recovery tries again later
         */
        Collection<TransactionId> list(NodeId node) throws Exception;

        /**
         * Removes markers that nobody will ask for.
         *
         * @throws Exception if the resource can't be reached; recovery tries again later
         */
        void remove(List<TransactionId> ids) throws Exception;

        @Override
        void close();
    }
}
