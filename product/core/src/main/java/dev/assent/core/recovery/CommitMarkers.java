package dev.assent.core.recovery;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.local.LocalResource;
import java.util.Collection;
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
 * <p>A resource counts as reached only if everything that the pass asked of it succeeded: it may let itself be opened
 * and then refuse. After its first failure the pass does not ask it again.
 *
 * <p>Thread safety: none; used by one recovery pass.
 */
final class CommitMarkers implements AutoCloseable {
    private final Incidents incidents;
    private final Questions questions;
    private final Map<String, AskedMarkers> open = new LinkedHashMap<>();
    private final Set<String> unreachable = new HashSet<>();

    CommitMarkers(Incidents incidents, Questions questions) {
        this.incidents = incidents;
        this.questions = questions;
    }

    /** Gives a last resource its markers; false if they can't be reached, so that it has to wait. */
    boolean bind(LocalParticipant participant, @Nullable LocalResource resource) {
        AskedMarkers markers = resource == null || !resource.hasMarkers() ? null : of(resource);
        if (markers == null) {
            return false;
        }
        participant.bind(markers);
        return true;
    }

    private @Nullable AskedMarkers of(LocalResource resource) {
        String name = resource.name();
        if (unreachable.contains(name)) {
            return null;
        }
        AskedMarkers known = open.get(name);
        if (known != null) {
            return known;
        }
        if (incidents.mayTry(name)) {
            try {
                AskedMarkers opened =
                        new AskedMarkers(name, questions.ask(name, "for a connection", resource::openMarkers));
                open.put(name, opened);
                return opened;
            } catch (Throwable failed) {
                incidents.failed(name, failed);
            }
        }
        unreachable.add(name);
        return null;
    }

    /**
     * Removes the markers of transactions that are over. A marker is written while its transaction is known, and has no
     * use once the decision is in the log. So this lists the markers first, and looks the transactions up afterwards.
     *
     * @param nodes whose markers are listed
     * @param isOver whether nobody will need the marker of a transaction any more
     */
    void clean(LocalResource resource, List<NodeId> nodes, Predicate<TransactionId> isOver) {
        AskedMarkers markers = of(resource);
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
        } catch (Throwable reported) {
            // the next pass continues
        }
    }

    @Override
    public void close() {
        open.values().forEach(AskedMarkers::close);
    }

    /** The markers of one resource, and how it has answered in this pass. */
    private final class AskedMarkers implements LocalResource.Markers {
        private final String name;
        private final LocalResource.Markers markers;
        private boolean hasAnswered;

        AskedMarkers(String name, LocalResource.Markers markers) {
            this.name = name;
            this.markers = markers;
        }

        @Override
        public boolean isCommitted(TransactionId id) throws Exception {
            return answer(() -> markers.isCommitted(id));
        }

        @Override
        public Collection<TransactionId> list(NodeId node) throws Exception {
            return answer(() -> List.copyOf(markers.list(node)));
        }

        @Override
        public void remove(List<TransactionId> ids) throws Exception {
            answer(() -> {
                markers.remove(ids);
                return true;
            });
        }

        private <T> T answer(Questions.Question<T, Exception> question) throws Exception {
            try {
                T answer = questions.ask(name, "for its commit markers", question);
                hasAnswered = true;
                return answer;
            } catch (Throwable failed) {
                unreachable.add(name);
                incidents.failed(name, failed);
                throw failed;
            }
        }

        @Override
        public void close() {
            if (hasAnswered && !unreachable.contains(name)) {
                incidents.reached(name);
            }
            try {
                questions.request(name, "to close a connection", markers::close);
            } catch (Throwable gone) {
                // the pass has done its work on the session, and the next pass opens another
            }
        }
    }
}
