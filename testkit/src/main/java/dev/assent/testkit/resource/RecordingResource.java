package dev.assent.testkit.resource;

import dev.assent.core.xa.RecoverableResource;
import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaTraits;
import dev.assent.core.xa.XaVerb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A resource manager in memory that is as strict as X/Open XA allows: it keeps the state of every branch, refuses every
 * call that the state tables do not allow (and keeps a note of it, {@link #violations}), and adds every call to the
 * list of events of its test. A test sets in advance what it does: vote, fail with a code, throw, wait.
 *
 * <p>It is the resource manager, and outlives the nodes that use it; {@link #connect} gives connections.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class RecordingResource implements RecoverableResource {
    private final String name;
    private final EventList events;
    private final Map<XidKey, BranchState> branches = new LinkedHashMap<>();
    private final Map<XidKey, String> ends = new LinkedHashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<XaVerb, Queue<Plan>> plans = new EnumMap<>(XaVerb.class);
    private XaTraits traits = XaTraits.STANDARD;
    private @Nullable Exception outage;
    private Runnable onOpen = () -> {};
    private boolean isLocal;
    private int openSessions;
    private int clientsEnded;

    /** A resource manager of this name that records into {@code events}. */
    public RecordingResource(String name, EventList events) {
        this.name = name;
        this.events = events;
    }

    // ---- its behaviour

    /** Sets how it differs from the standard. */
    public RecordingResource with(XaTraits newTraits) {
        traits = newTraits;
        return this;
    }

    /** Makes {@code isSameRM} false for all pairs of connections but equal ones. */
    public synchronized RecordingResource withoutSameRm() {
        isLocal = true;
        return this;
    }

    /** The next prepare votes so: XA_OK, XA_RDONLY, or something strange. */
    public void votes(int vote) {
        plan(XaVerb.PREPARE, Plan.vote(vote));
    }

    /**
     * The next call of this verb fails with this code, and the branch is then in the state that the
     * standard says: after an XA_RB code rolled back, after a heuristic one decided and remembered,
     * after XAER_NOTA unknown, else as before.
     */
    public void fails(XaVerb verb, int code) {
        plan(verb, Plan.code(code, false));
    }

    /** Does the next call of this verb, but answers its caller with this code. */
    public void failsAfter(XaVerb verb, int code) {
        plan(verb, Plan.code(code, true));
    }

    /** The next call of this verb throws this, and changes nothing. */
    public void throwing(XaVerb verb, Throwable thrown) {
        plan(verb, Plan.thrown(thrown));
    }

    /** The next call of this verb waits until {@code gate} is open, and then goes on as usual. */
    public void waitsFor(XaVerb verb, CountDownLatch gate) {
        plan(verb, Plan.waitFor(gate));
    }

    private synchronized void plan(XaVerb verb, Plan plan) {
        plans.computeIfAbsent(verb, any -> new ArrayDeque<>()).add(plan);
    }

    /** From now on it can't be reached by new sessions; null ends that. */
    public synchronized void setOutage(@Nullable Exception cause) {
        outage = cause;
    }

    /** Runs something whenever a session is about to be opened, reachable or not. */
    public synchronized void onOpen(Runnable action) {
        onOpen = action;
    }

    /** Ends and starts again: branches that are not prepared are rolled back. */
    public synchronized void restart() {
        branches.entrySet().removeIf(entry -> {
            boolean isLost = entry.getValue().phase == BranchState.Phase.ACTIVE;
            if (isLost) {
                ends.put(entry.getKey(), "rolled back");
            }
            return isLost;
        });
        branches.values().forEach(branch -> {
            branch.active.clear();
            branch.suspended.clear();
        });
    }

    /** The process that has its connections ends: they do nothing any more, and unprepared work rolls back. */
    public synchronized void disconnect() {
        clientsEnded++;
        restart();
    }

    /** Forgets all branches without a word, as a resource does that breaks its promise. */
    public synchronized void loseAll() {
        branches.clear();
    }

    /** Makes a prepared branch that its transaction manager does not know. */
    public synchronized void plant(Xid xid) {
        BranchState branch = new BranchState();
        branch.phase = BranchState.Phase.PREPARED;
        branches.put(XidKey.of(xid), branch);
    }

    // ---- outcomes

    /** Calls that X/Open XA does not allow, which is to say bugs of the transaction manager. */
    public synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** How many branches were committed. */
    public synchronized long committed() {
        return ends.values().stream().filter("committed"::equals).count();
    }

    /** How many branches were rolled back. */
    public synchronized long rolledBack() {
        return ends.values().stream().filter("rolled back"::equals).count();
    }

    /** How many branches it still knows, in whatever state. */
    public synchronized int known() {
        return branches.size();
    }

    /** How many sessions of recovery are open. */
    public synchronized int openSessions() {
        return openSessions;
    }

    // ---- the ways to it

    @Override
    public String name() {
        return name;
    }

    @Override
    public XaTraits traits() {
        return traits;
    }

    /** A new connection. */
    public RecordingXaResource connect() {
        return new RecordingXaResource(this);
    }

    /** Where it records. */
    public EventList events() {
        return events;
    }

    @Override
    public synchronized Session open() throws Exception {
        onOpen.run();
        Exception cause = outage;
        if (cause != null) {
            throw cause;
        }
        openSessions++;
        RecordingXaResource connection = connect();
        return new Session() {
            private boolean isClosed;

            @Override
            public XAResource xaResource() {
                return connection;
            }

            @Override
            public void close() {
                synchronized (RecordingResource.this) {
                    openSessions -= isClosed ? 0 : 1;
                    isClosed = true;
                }
            }
        };
    }

    // ---- calls by its connections

    synchronized boolean isSameRm(XAResource other) {
        return !isLocal && other instanceof RecordingXaResource that && that.manager() == this;
    }

    synchronized int clientsEnded() {
        return clientsEnded;
    }

    /**
     * Notes a call and returns the plan for it.
     *
     * @param client which of its clients calls, by the number of those that have ended before
     */
    Plan begin(int client, XaVerb verb, String event) throws XAException {
        Plan plan;
        synchronized (this) {
            if (client != clientsEnded) {
                throw new XAException(XAException.XAER_RMFAIL);
            }
            Queue<Plan> planned = plans.get(verb);
            Plan next = planned == null ? null : planned.poll();
            plan = next == null ? Plan.NORMAL : next;
            String vote = plan.vote() == null
                    ? ""
                    : " -> " + (plan.vote() == XAResource.XA_RDONLY ? "XA_RDONLY" : plan.vote());
            events.add(name + "." + event + plan.suffix() + vote);
        }
        CountDownLatch gate = plan.gate();
        if (gate != null) {
            await(gate);
        }
        return plan;
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized @Nullable BranchState find(Xid xid) {
        return branches.get(XidKey.of(xid));
    }

    /** The branch, which has to be there. */
    synchronized BranchState require(Xid xid) throws XAException {
        BranchState branch = find(xid);
        if (branch == null) {
            throw new XAException(XAException.XAER_NOTA);
        }
        return branch;
    }

    synchronized void add(Xid xid, BranchState branch) {
        branches.put(XidKey.of(xid), branch);
    }

    /** Ends the branch. */
    synchronized void end(Xid xid, String how) {
        branches.remove(XidKey.of(xid));
        ends.put(XidKey.of(xid), how);
    }

    /** The branch is as decided, and remembered. */
    synchronized void decide(Xid xid, String how) {
        BranchState branch = find(xid);
        if (branch != null) {
            branch.phase = BranchState.Phase.DECIDED;
            ends.put(XidKey.of(xid), how);
        }
    }

    synchronized void forget(Xid xid) {
        branches.remove(XidKey.of(xid));
    }

    /** A call that the state tables do not allow. */
    synchronized XAException violation(String event, String why, int code) {
        String text = name + "." + event + ": " + why;
        violations.add(text);
        events.add("VIOLATION " + text + " -> " + XaCodes.name(code));
        return new XAException(code);
    }

    synchronized Xid[] inDoubt() {
        return branches.entrySet().stream()
                .filter(entry -> entry.getValue().phase != BranchState.Phase.ACTIVE)
                .map(Map.Entry::getKey)
                .toArray(Xid[]::new);
    }

    @Override
    public String toString() {
        return "resource manager " + name;
    }
}
