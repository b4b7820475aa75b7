package dev.assent.testkit.resource;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.local.LocalResource;
import dev.assent.core.local.LocalRollbackException;
import dev.assent.core.local.LocalWork;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A resource without XA in memory, which records every call into the list of events of its test, and outlives the nodes
 * that use it. A test sets in advance what it does.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class RecordingLocalResource implements LocalResource {
    private final String name;
    private final EventList events;
    private boolean hasMarkers;
    private final Map<TransactionId, Boolean> markers = new LinkedHashMap<>();
    private @Nullable Exception failure;
    private boolean isDoneBeforeFailure;
    private @Nullable Exception outage;
    private volatile Runnable onQuestion = () -> {};
    private final Map<String, Exception> refusals = new ConcurrentHashMap<>();
    private int committed;
    private int rolledBack;

    /** A resource of this name that records into {@code events}. */
    public RecordingLocalResource(String name, EventList events, boolean hasMarkers) {
        this.name = name;
        this.events = events;
        this.hasMarkers = hasMarkers;
    }

    // ---- its behaviour

    /** The next commit rolls everything back, and says so. */
    public synchronized void refusesCommit() {
        failure = new LocalRollbackException(new IllegalStateException("a constraint is violated"));
    }

    /** The next commit loses its answer, before or after it is done. */
    public synchronized void losesAnswer(boolean isDone) {
        failure = new IllegalStateException("the connection is lost");
        isDoneBeforeFailure = isDone;
    }

    /** From now on its commits leave markers, or do not. */
    public synchronized void setMarkers(boolean isOn) {
        hasMarkers = isOn;
    }

    /** From now on its markers can't be reached; null ends that. */
    public synchronized void setOutage(@Nullable Exception cause) {
        outage = cause;
    }

    /** Runs something at each question for a marker; an exception from it is the answer. */
    public void onQuestion(Runnable action) {
        onQuestion = action;
    }

    /** From now on its markers are open and refuse one verb, isCommitted, list or remove; null ends that. */
    public void refuses(String verb, @Nullable Exception cause) {
        if (cause == null) {
            refusals.remove(verb);
        } else {
            refusals.put(verb, cause);
        }
    }

    private void checkRefused(String verb) throws Exception {
        Exception refusal = refusals.get(verb);
        if (refusal != null) {
            throw refusal;
        }
    }

    // ---- outcomes

    /** How many pieces of work were committed. */
    public synchronized int committed() {
        return committed;
    }

    /** How many pieces of work were rolled back. */
    public synchronized int rolledBack() {
        return rolledBack;
    }

    /** The transactions that have a marker. */
    public synchronized List<TransactionId> marked() {
        return List.copyOf(markers.keySet());
    }

    // ---- the ways to it

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized boolean hasMarkers() {
        return hasMarkers;
    }

    /** New work. */
    public LocalWork work() {
        return new LocalWork() {
            @Override
            public void commit(@Nullable TransactionId marker) throws Exception {
                commitWork(marker);
            }

            @Override
            public void rollback() {
                rollBackWork();
            }
        };
    }

    private synchronized void commitWork(@Nullable TransactionId marker) throws Exception {
        events.add(name + ".commit" + (marker == null ? "" : "(marker)"));
        Exception planned = failure;
        failure = null;
        if (planned == null || isDoneBeforeFailure) {
            if (marker != null && markers.putIfAbsent(marker, true) != null) {
                throw new LocalRollbackException(new IllegalStateException("the marker is taken"));
            }
            committed++;
        } else {
            rolledBack++;
        }
        if (planned != null) {
            throw planned;
        }
    }

    private synchronized void rollBackWork() {
        events.add(name + ".rollback");
        rolledBack++;
    }

    @Override
    public synchronized Markers openMarkers() throws Exception {
        if (outage != null) {
            throw outage;
        }
        return new Markers() {
            @Override
            public boolean isCommitted(TransactionId id) throws Exception {
                onQuestion.run();
                checkRefused("isCommitted");
                return find(id);
            }

            @Override
            public Collection<TransactionId> list(NodeId node) throws Exception {
                checkRefused("list");
                return marked().stream().filter(id -> isOf(id, node)).toList();
            }

            @Override
            public void remove(List<TransactionId> ids) throws Exception {
                checkRefused("remove");
                removeAll(ids);
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
    }

    private static boolean isOf(TransactionId id, NodeId node) {
        return id instanceof LocalTransactionId local && local.origin().node().equals(node);
    }

    @Override
    public synchronized MarkerView openToLook() throws Exception {
        if (outage != null) {
            throw outage;
        }
        return new MarkerView() {
            @Override
            public Mark look(TransactionId id) {
                return mark(id);
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
    }

    private synchronized Mark mark(TransactionId id) {
        Boolean marker = markers.get(id);
        if (marker == null) {
            return Mark.NONE;
        }
        return marker ? Mark.COMMITTED : Mark.REFUSED;
    }

    private synchronized boolean find(TransactionId id) {
        markers.putIfAbsent(id, false);
        events.add(name + ".marker -> " + (markers.get(id) ? "committed" : "refused"));
        return markers.get(id);
    }

    private synchronized void removeAll(List<TransactionId> ids) {
        events.add(name + ".remove " + ids.size());
        markers.keySet().removeAll(ids);
    }

    @Override
    public String toString() {
        return "resource " + name;
    }
}
