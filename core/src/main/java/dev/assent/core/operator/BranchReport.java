package dev.assent.core.operator;

import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaCodes;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a transaction, as the log and its resource tell of it. Immutable.
 *
 * @param resource the name of its resource
 * @param xid its Xid; null for a participant that is no XA branch
 * @param inLog what the node knows of it
 * @param atResource what the resource says
 * @param preparedMillis when it was prepared, in milliseconds since 1970; 0 when nobody knows
 * @param problem what its resource said when it was last asked to end it and did not; null when it did, or when
 *     that was not in this life of the node
 */
public record BranchReport(
        String resource,
        @Nullable BranchXid xid,
        String inLog,
        AtResource atResource,
        long preparedMillis,
        @Nullable String problem) {
    /** A branch that has made no trouble that is known. */
    BranchReport(String resource, @Nullable BranchXid xid, String inLog, AtResource atResource, long preparedMillis) {
        this(resource, xid, inLog, atResource, preparedMillis, null);
    }

    /** The same with what went wrong last. */
    BranchReport with(@Nullable Throwable failure) {
        String told = failure == null ? null : XaCodes.describe(failure);
        return new BranchReport(resource, xid, inLog, atResource, preparedMillis, told);
    }

    /** What a resource says about a branch. */
    public enum AtResource {
        /** It lists the branch. */
        IN_DOUBT("in-doubt"),
        /** It does not list the branch. */
        NOT_LISTED("not-listed"),
        /** A last resource: its commit marker says that it has committed. */
        COMMITTED("committed"),
        /** A last resource: its commit marker says that it has not committed, and never will. */
        NOT_COMMITTED("not-committed"),
        /** A last resource: it has no commit marker by now, but its commit may be on its way. */
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
