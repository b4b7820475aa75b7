package dev.assent.core.operator;

import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaCodes;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a transaction, according to the log and its resource. Immutable.
 *
 * @param resource the name of its resource
 * @param xid its Xid; null for a participant that has none
 * @param inLog its state as the node knows it
 * @param atResource its state at the resource
 * @param preparedMillis when it was prepared, in milliseconds since 1970; 0 if unknown
 * @param problem the resource's answer to the last request to end it, if that failed; null if it succeeded, or was
 *     not in this life of the node
 */
record BranchReport(
        String resource,
        @Nullable BranchXid xid,
        String inLog,
        AtResource atResource,
        long preparedMillis,
        @Nullable String problem) {
    /** A branch without a known problem. */
    BranchReport(String resource, @Nullable BranchXid xid, String inLog, AtResource atResource, long preparedMillis) {
        this(resource, xid, inLog, atResource, preparedMillis, null);
    }

    /** The same with the latest failure. */
    BranchReport with(@Nullable Throwable failure) {
        String told = failure == null ? null : XaCodes.describe(failure);
        return new BranchReport(resource, xid, inLog, atResource, preparedMillis, told);
    }

    /** The state of a branch at its resource. */
    public enum AtResource {
        /** It lists the branch. */
        IN_DOUBT("in-doubt"),
        /** It does not list the branch. */
        NOT_LISTED("not-listed"),
        /** A last resource: its commit marker says that it has committed. */
        COMMITTED("committed"),
        /** A last resource: its commit marker says that it has not committed, and never will. */
        NOT_COMMITTED("not-committed"),
        /** A last resource: it has no commit marker yet, but its commit may be on its way. */
        NO_MARKER("no-marker"),
        /** A last resource that keeps no commit markers: look for the work itself. */
        WITHOUT_MARKERS("unknown: the resource keeps no commit markers"),
        /** A last resource that was asked before the transaction began to wait. */
        NOT_ASKED("unknown: the resource was not asked"),
        /** It is not reached, so nothing is known. */
        UNREACHED("unknown: the resource is not reached"),
        /** It is not registered, so nothing is known. */
        NOT_REGISTERED("unknown: the resource is not registered");

        private final String key;

        AtResource(String key) {
            this.key = key;
        }

        /** The word for it in reports. */
        public String key() {
            return key;
        }
    }
}
