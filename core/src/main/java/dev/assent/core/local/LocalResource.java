package dev.assent.core.local;

import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import java.util.Collection;
import java.util.List;

/**
 * A resource without XA, which may be the last resource of transactions because somebody has said so by
 * registering it (law 13).
 *
 * <p>A resource with markers writes, in the same local transaction as the work, a row that names the
 * transaction. When nobody knows whether a commit took effect, recovery asks for the row.
 *
 * <p>Whatever it throws, also an Error or what it does not declare, is the failure of that one call ({@link
 * dev.assent.core.foreign.ForeignCode}): the resource counts as not reached. {@link #name} and {@link #hasMarkers} must not throw.
 *
 * <p>Thread safety: safe to share; {@link #openMarkers} may block, and is called by one recovery pass at a
 * time; {@link #openToLook} may block, and is called by any thread.
 */
public interface LocalResource {
    /** The name, stable over restarts and unlike that of any other resource. */
    String name();

    /** Whether its commits leave markers. */
    boolean hasMarkers();

    /**
     * Opens a connection of recovery's own to the markers; asked only of one that has them.
     *
     * @throws Exception when the resource can't be reached now; recovery tries again later
     */
    Markers openMarkers() throws Exception;

    /**
     * Opens a connection for an operator who looks: nothing is made or changed. Also asked of a resource without
     * markers, to see whether it is reached.
     *
     * @throws Exception when the resource can't be reached now
     */
    MarkerView openToLook() throws Exception;

    /** What a commit marker says. */
    enum Mark {
        /** The local work is committed. */
        COMMITTED,
        /** The local work is not committed, and can't be any more. */
        REFUSED,
        /** There is no marker: the local work is not committed by now, but its commit may be on its way. */
        NONE
    }

    /** The markers of a resource, to be looked at only. Used by one thread at a time. */
    interface MarkerView extends AutoCloseable {
        /**
         * What the marker of a transaction says now; asked only of a resource that has markers.
         *
         * @throws Exception when nobody can tell now
         */
        Mark look(TransactionId id) throws Exception;

        @Override
        void close();
    }

    /** The markers of a resource. Used by one thread at a time. */
    interface Markers extends AutoCloseable {
        /**
         * Finds out whether the local work of a transaction was committed, and makes the answer final: unless
         * its marker is there, another is put in its place that keeps a commit still on its way from taking
         * effect. Reading alone would not do, since the server may not have come to that commit yet.
         *
         * @throws Exception when nobody can tell now; recovery tries again later
         */
        boolean isCommitted(TransactionId id) throws Exception;

        /**
         * The transactions of a node that have a marker, some at least when there are any.
         *
         * @throws Exception when the resource can't be reached; recovery tries again later
         */
        Collection<TransactionId> list(NodeId node) throws Exception;

        /**
         * Removes markers that nobody will ask for.
         *
         * @throws Exception when the resource can't be reached; recovery tries again later
         */
        void remove(List<TransactionId> ids) throws Exception;

        @Override
        void close();
    }
}
