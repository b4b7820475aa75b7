package dev.assent.resources.simulation;

import static dev.assent.resources.simulation.Faults.coded;

import dev.assent.TransactionId;
import dev.assent.core.xa.BranchXid;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A database or broker: its branches and what is committed. It follows X/Open XA, and never fails by itself; its drivers
 * do. Work is a number, and each number is worked once.
 *
 * <p>Thread safety: safe to share.
 */
final class Server {
    /** How far a branch is. */
    enum State {
        ACTIVE,
        IDLE,
        PREPARED
    }

    /** Where a piece of work was done. */
    enum Place {
        BRANCH,
        LOCAL,
        AT_ONCE
    }

    /**
     * A piece of work that arrived.
     *
     * @param transaction of its branch; null outside of one
     */
    record Arrived(Place place, @Nullable TransactionId transaction) {}

    private record Key(int format, ByteBuffer global, ByteBuffer qualifier) {
        static Key of(Xid xid) {
            return new Key(
                    xid.getFormatId(),
                    ByteBuffer.wrap(xid.getGlobalTransactionId()),
                    ByteBuffer.wrap(xid.getBranchQualifier()));
        }
    }

    /** A branch, at work for one line. */
    static final class Branch {
        final Xid xid;
        final Line line;
        private final List<Integer> rows = new ArrayList<>();
        private State state = State.ACTIVE;

        Branch(Xid xid, Line line) {
            this.xid = xid;
            this.line = line;
        }

        TransactionId transaction() {
            return Objects.requireNonNull(BranchXid.of(xid)).transaction();
        }

        @Override
        public String toString() {
            return state + " branch of " + transaction() + " on " + line;
        }
    }

    private final String name;
    private final Map<Key, Branch> branches = new LinkedHashMap<>();
    private final Set<Integer> committed = new TreeSet<>();
    private final Map<Integer, Arrived> arrived = new LinkedHashMap<>();

    Server(String name) {
        this.name = name;
    }

    private Branch known(Xid xid) throws XAException {
        Branch branch = branches.get(Key.of(xid));
        if (branch == null) {
            throw coded(XAException.XAER_NOTA, null);
        }
        return branch;
    }

    private static void require(boolean isAllowed) throws XAException {
        if (!isAllowed) {
            throw coded(XAException.XAER_PROTO, null);
        }
    }

    synchronized void start(Line line, Xid xid, int flags) throws XAException {
        require(line.branch == null);
        if (!line.local.isEmpty()) {
            throw coded(XAException.XAER_OUTSIDE, null);
        }
        Branch branch = branches.get(Key.of(xid));
        if (flags == XAResource.TMNOFLAGS) {
            if (branch != null) {
                throw coded(XAException.XAER_DUPID, null);
            }
            branch = new Branch(xid, line);
            branches.put(Key.of(xid), branch);
        } else {
            branch = known(xid);
            require(branch.state == State.IDLE && branch.line == line);
            branch.state = State.ACTIVE;
        }
        line.branch = branch;
    }

    synchronized void end(Line line, Xid xid) throws XAException {
        Branch branch = known(xid);
        require(line.branch == branch);
        line.branch = null;
        branch.state = State.IDLE;
    }

    synchronized int prepare(Xid xid) throws XAException {
        Branch branch = known(xid);
        require(branch.state == State.IDLE);
        if (branch.rows.isEmpty()) {
            remove(branch);
            return XAResource.XA_RDONLY;
        }
        branch.state = State.PREPARED;
        return XAResource.XA_OK;
    }

    synchronized void commit(Xid xid, boolean onePhase) throws XAException {
        Branch branch = known(xid);
        require(branch.state == (onePhase ? State.IDLE : State.PREPARED));
        committed.addAll(branch.rows);
        remove(branch);
    }

    synchronized void rollback(Xid xid) throws XAException {
        Branch branch = known(xid);
        require(branch.state != State.ACTIVE);
        remove(branch);
    }

    /** The server rolls a branch back by itself, which it may do before it is prepared. */
    synchronized boolean undo(Xid xid) {
        Branch branch = branches.get(Key.of(xid));
        if (branch == null || branch.state == State.PREPARED) {
            return false;
        }
        branch.line.branch = null;
        remove(branch);
        return true;
    }

    synchronized Xid[] prepared() {
        return branches.values().stream()
                .filter(each -> each.state == State.PREPARED)
                .map(each -> each.xid)
                .toArray(Xid[]::new);
    }

    private void remove(Branch branch) {
        branches.remove(Key.of(branch.xid));
    }

    /** The session of a line is over: what it has not prepared is rolled back. */
    synchronized void sessionEnded(Line line) {
        line.branch = null;
        line.local.clear();
        branches.values().removeIf(each -> each.line == line && each.state != State.PREPARED);
    }

    // ---- work

    synchronized void work(Line line, int number) {
        Branch branch = line.branch;
        if (branch != null) {
            branch.rows.add(number);
            arrived.put(number, new Arrived(Place.BRANCH, branch.transaction()));
        } else if (line.autoCommit) {
            committed.add(number);
            arrived.put(number, new Arrived(Place.AT_ONCE, null));
        } else {
            line.local.add(number);
            arrived.put(number, new Arrived(Place.LOCAL, null));
        }
    }

    synchronized void commitLocal(Line line) {
        committed.addAll(line.local);
        line.local.clear();
    }

    synchronized void rollbackLocal(Line line) {
        line.local.clear();
    }

    // ---- the truth

    /** Where a piece of work was done; null when it never arrived. */
    synchronized @Nullable Arrived arrived(int number) {
        return arrived.get(number);
    }

    synchronized boolean hasCommitted(int number) {
        return committed.contains(number);
    }

    /** What is not over, for people. */
    synchronized List<String> branches() {
        return branches.values().stream().map(Branch::toString).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
