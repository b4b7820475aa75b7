package dev.assent.core.recovery;

import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.local.LocalResource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The commit markers of resources without XA, opened when a pass needs them. Closes them.
 *
 * <p>Thread safety: none; used by one recovery pass.
 */
final class CommitMarkers implements AutoCloseable {
    private final Incidents incidents;
    private final Map<String, LocalResource.Markers> open = new LinkedHashMap<>();
    private final Set<String> unreachable = new HashSet<>();

    CommitMarkers(Incidents incidents) {
        this.incidents = incidents;
    }

    /** Gives a last resource its markers; false when they are not reached, and it has to wait. */
    boolean bind(LocalParticipant participant, @Nullable LocalResource resource) {
        LocalResource.Markers markers = resource == null || !resource.hasMarkers() ? null : of(resource);
        if (markers == null) {
            return false;
        }
        participant.bind(markers);
        return true;
    }

    private LocalResource.@Nullable Markers of(LocalResource resource) {
        String name = resource.name();
        LocalResource.Markers known = open.get(name);
        if (known != null || unreachable.contains(name)) {
            return known;
        }
        if (incidents.mayTry(name)) {
            try {
                LocalResource.Markers opened = resource.openMarkers();
                open.put(name, opened);
                incidents.reached(name);
                return opened;
            } catch (Exception | LinkageError failed) {
                incidents.failed(name, failed);
            }
        }
        unreachable.add(name);
        return null;
    }

    /**
     * Removes the markers of transactions that are over. A marker is written while its transaction is known,
     * and is of no use once the decision is in the log; so the markers are listed first, and looked up
     * after.
     *
     * @param nodes whose markers are listed
     * @param isOver whether nobody will ask for the marker of a transaction
     */
    void clean(LocalResource resource, List<NodeId> nodes, Predicate<TransactionId> isOver) {
        LocalResource.Markers markers = of(resource);
        if (markers == null) {
            return;
        }
        try {
            for (NodeId node : nodes) {
                List<TransactionId> useless =
                        markers.list(node).stream().filter(isOver).toList();
                if (!useless.isEmpty()) {
                    markers.remove(useless);
                }
            }
        } catch (Exception failed) {
            incidents.failed(resource.name(), failed);
        }
    }

    @Override
    public void close() {
        for (LocalResource.Markers each : open.values()) {
            try {
                each.close();
            } catch (RuntimeException gone) {
                // what was done on it is done, and the next pass opens another
            }
        }
    }
}
