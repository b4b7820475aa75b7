package dev.assent.resources.simulation;

import dev.assent.TransactionId;
import dev.assent.resources.simulation.Faults.Api;
import dev.assent.resources.simulation.Faults.Fault;
import dev.assent.resources.simulation.Server.Branch;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a fake driver to its {@link Server}: each call of the driver's objects goes through it, and may fail.
 *
 * <p>Thread safety: as a connection: one call at a time, except for the close.
 */
final class Line implements XAResource {
    /** What an object of the driver does. */
    interface Effect {
        @Nullable Object run() throws Throwable;
    }

    final Server server;
    private final Lines lines;
    private final int number;
    private final SplittableRandom chance;

    /** Its session at the server; guarded by the server. */
    @Nullable Branch branch;

    final List<Integer> local = new ArrayList<>();
    volatile boolean autoCommit = true;
    volatile boolean isReadOnly;
    volatile int isolation = 2;
    volatile @Nullable String schema = "own";

    /** Whether it is of a broker, which knows no auto-commit. */
    private volatile boolean isSession;

    private volatile boolean isClosed;
    private volatile boolean isLost;

    /** Whether its driver knows of the loss, and says so when it is asked. */
    private volatile boolean knowsLoss;

    /** What the pool has heard that makes the connection unfit for another holder; null for nothing. */
    private volatile @Nullable String unfit;

    /** What runs when the driver of a broker notices the loss. */
    private volatile Runnable onLoss = () -> {};

    Line(Lines lines, int number, SplittableRandom chance) {
        this.lines = lines;
        this.server = lines.server();
        this.number = number;
        this.chance = chance;
    }

    static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(
                Line.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return switch (method.getName()) {
                            case "equals" -> self == arguments[0];
                            case "hashCode" -> System.identityHashCode(self);
                            default -> "the driver's " + type.getSimpleName();
                        };
                    }
                    return handler.invoke(self, method, arguments);
                }));
    }

    // ---- calls

    /** A call that may fail in each way. */
    @Nullable Object call(Api api, String what, Effect effect) throws Throwable {
        return call(api, what, false, effect);
    }

    /** A call that returns an object of the driver, or null. */
    @Nullable Object made(Api api, String what, Effect effect) throws Throwable {
        return call(api, what, true, effect);
    }

    private @Nullable Object call(Api api, String what, boolean mayBeNull, Effect effect) throws Throwable {
        if (isClosed || isLost) {
            throw tellLoss(api, what);
        }
        Fault fault = lines.faults().draw(chance, mayBeNull);
        if (fault != Fault.NONE) {
            lines.note(this, what, fault);
            lines.trouble();
        }
        switch (fault) {
            case NONE -> {
                return effect.run();
            }
            case NULL -> {
                return null;
            }
            case LATE -> {
                lines.parking().park();
                if (isClosed || isLost) {
                    throw tellLoss(api, what);
                }
                return effect.run();
            }
            case BEFORE -> throw failed(api, what);
            case AFTER -> {
                effect.run();
                Throwable thrown = failed(api, what);
                // XAER_RMERR would say that the branch is rolled back (X/Open XA, xa_commit)
                throw thrown instanceof XAException ? Faults.coded(XAException.XAER_RMFAIL, thrown) : thrown;
            }
            case LOST_BEFORE -> lose(true);
            case LOST_AFTER -> {
                effect.run();
                lose(true);
            }
        }
        throw tellLoss(api, what);
    }

    private Throwable failed(Api api, String what) {
        if (api == Api.XA) {
            unfit = what + " has failed";
        }
        return Faults.thrown(api, chance);
    }

    private Throwable tellLoss(Api api, String what) {
        if (!lines.faults().isAsking()) {
            lines.trouble();
            unfit = what + " has told the loss";
            knowsLoss = true;
        }
        return Faults.loss(api);
    }

    /** The connection breaks. */
    void lose(boolean isKnown) {
        lines.trouble();
        isLost = true;
        knowsLoss |= isKnown;
        server.sessionEnded(this);
        if (isKnown) {
            onLoss.run();
        }
    }

    void ofBroker() {
        isSession = true;
    }

    void onLoss(Runnable action) {
        onLoss = action;
    }

    /** The pool has closed it; its session ends, whatever the driver answers. */
    void close(Api api) throws Throwable {
        boolean wasOpen = !isClosed;
        isClosed = true;
        server.sessionEnded(this);
        if (wasOpen && lines.faults().drawOf(chance, 4) == 1) {
            lines.trouble();
            throw failed(api, "close");
        }
    }

    /** Marks it: no other holder may get it. */
    void unfit(String why) {
        unfit = why;
    }

    @Nullable String unfit() {
        return unfit;
    }

    /**
     * An owner has just got it.
     *
     * @param transaction of the owner; null outside of one
     */
    void checkClean(@Nullable TransactionId transaction) {
        String why = unfit;
        if (isClosed || why != null) {
            throw new AssertionError(this + " is given out, although " + (isClosed ? "it is closed" : why));
        }
        if (isLost) {
            return; // nobody knows it yet
        }
        Branch at = branch;
        if (transaction == null ? at != null : at == null || !at.transaction().equals(transaction)) {
            throw new AssertionError(this + " is given out with another branch: " + at);
        }
        if (!isSession && autoCommit != (transaction == null)) {
            throw new AssertionError(this + " is given out with auto-commit " + autoCommit);
        }
        if (!local.isEmpty() || isReadOnly || isolation != 2 || !"own".equals(schema)) {
            throw new AssertionError(
                    this + " is given out dirty: " + local + ", read-only " + isReadOnly + ", schema " + schema);
        }
    }

    boolean isOpen() {
        return !isClosed;
    }

    boolean isLost() {
        return isLost;
    }

    /** What the driver says when it is asked whether the connection is closed. */
    boolean saysClosed() {
        return isClosed || (isLost && knowsLoss);
    }

    // ---- XA

    private interface Verb {
        Object run() throws XAException;
    }

    private Object verb(String what, Verb verb) throws XAException {
        try {
            Object answer = call(Api.XA, what, verb::run);
            return answer == null ? 0 : answer;
        } catch (XAException failed) {
            unfit = what + " has failed";
            throw failed;
        } catch (Throwable anything) {
            dev.assent.core.fixture.AnyThrowable.raise(anything);
            throw new AssertionError(anything);
        }
    }

    /** The server may roll a branch back before it is prepared, and says so. */
    private void mayRollBack(Xid xid) throws XAException {
        if (!isLost && !isClosed && lines.faults().drawOf(chance, 50) == 1) {
            XAException refused = Faults.rolledBack(chance);
            if (refused != null && server.undo(xid)) {
                lines.trouble();
                unfit = "the server has rolled back its branch";
                throw refused;
            }
        }
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        verb("start", () -> {
            server.start(this, xid, flags);
            return 0;
        });
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        if (lines.endsLocally() && (isLost || isClosed)) {
            return; // the server hears of it only with the next verb
        }
        mayRollBack(xid);
        verb("end", () -> {
            server.end(this, xid);
            return 0;
        });
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        mayRollBack(xid);
        return (int) verb("prepare", () -> server.prepare(xid));
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        if (onePhase) {
            mayRollBack(xid);
        }
        verb("commit", () -> {
            server.commit(xid, onePhase);
            return 0;
        });
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        verb("rollback", () -> {
            server.rollback(xid);
            return 0;
        });
    }

    @Override
    public void forget(Xid xid) throws XAException {
        verb("forget", () -> 0);
    }

    @Override
    @SuppressWarnings("NullAway") // a driver may return null
    public Xid[] recover(int flag) throws XAException {
        try {
            return (Xid[]) made(Api.XA, "recover", () -> (flag & TMSTARTRSCAN) == 0 ? new Xid[0] : server.prepared());
        } catch (XAException failed) {
            throw failed;
        } catch (Throwable anything) {
            dev.assent.core.fixture.AnyThrowable.raise(anything);
            throw new AssertionError(anything);
        }
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other instanceof Line line && line.server == server;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        verb("setTransactionTimeout", () -> 0);
        return true;
    }

    @Override
    public String toString() {
        return server + "#" + number + (isClosed ? " (closed)" : isLost ? " (lost)" : "");
    }
}
