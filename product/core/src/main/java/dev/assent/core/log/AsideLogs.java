package dev.assent.core.log;

import dev.assent.LogDamagedException;
import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * The logs of other nodes that are kept aside in a log's folder, since they were written at another place (law 2: each
 * start is a new epoch).
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

    /** The logs aside in a storage, which need not be open for {@link #nodes} and {@link #read}. */
    static AsideLogs in(Storage storage) {
        return new AsideSegments(storage);
    }

    /** The nodes whose logs are there. */
    List<NodeId> nodes();

    /**
     * Reads a node's log; empty if it is not there.
     *
     * @throws LogDamagedException if it can't be trusted
     * @throws LogUnavailableException if it can't be read
     */
    Optional<LogContents> read(NodeId node);

    /**
     * Renames the segments of an adopted node, so that nobody is reminded of them any more.
     *
     * @throws LogUnavailableException if that fails; the segments and the reminder stay
     */
    void putAway(NodeId node);
}
