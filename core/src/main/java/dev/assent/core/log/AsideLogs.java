package dev.assent.core.log;

import dev.assent.core.identity.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * The logs of other nodes that are kept aside in a log's folder, since they were written at another place
 * (law 2).
 *
 * <p>Thread safety: used by one operator's act at a time.
 */
public interface AsideLogs {
    /** None, as for a log in memory. */
    AsideLogs NONE = new AsideLogs() {
        @Override
        public List<NodeId> nodes() {
            return List.of();
        }

        @Override
        public Optional<LogContents> read(NodeId node) {
            return Optional.empty();
        }

        @Override
        public void putAway(NodeId node) {}
    };

    /** Those in a storage, which need not be open for {@link #nodes} and {@link #read}. */
    static AsideLogs in(Storage storage) {
        return new AsideSegments(storage);
    }

    /** Whose logs are there. */
    List<NodeId> nodes();

    /**
     * Reads a node's log; empty when it is not there.
     *
     * @throws LogDamagedException when it can't be trusted
     * @throws LogUnavailableException when it can't be read
     */
    Optional<LogContents> read(NodeId node);

    /**
     * Renames a node's segments, since it is adopted and nobody needs to be reminded of them any more.
     *
     * @throws LogUnavailableException when that fails; they stay, and so does the reminder
     */
    void putAway(NodeId node);
}
