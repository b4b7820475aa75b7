package dev.assent.resources.simulation;

import dev.assent.core.fixture.AnyThrowable;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.SplittableRandom;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong in calls of drivers. Each {@link Line} draws its faults from a chance of its own. So the threads of
 * pools, which close a connection sooner or later, don't change what other connections draw.
 *
 * <p>Thread safety: safe to share.
 */
final class Faults {
    /** What a call of a driver does. */
    enum Fault {
        /** It works. */
        NONE,
        /** It throws, and has done nothing. */
        BEFORE,
        /** It throws, and has done it: the answer is lost. */
        AFTER,
        /** The connection breaks before the server gets the call. */
        LOST_BEFORE,
        /** The connection breaks after the server has done it. */
        LOST_AFTER,
        /** It returns null. */
        NULL,
        /** It answers later: until then the calling thread is inside the driver. */
        LATE
    }

    /** The interface that a call belongs to. */
    enum Api {
        JDBC,
        XA,
        JMS
    }

    private static final AnyThrowable.Kind[] KINDS = AnyThrowable.Kind.values();
    private static final String[] STATES = {"42000", "23505", "40001", "HY000", "22003"};
    private static final int[] ROLLED_BACK = {
        XAException.XA_RBROLLBACK, XAException.XA_RBDEADLOCK, XAException.XA_RBINTEGRITY, XAException.XA_RBOTHER
    };

    /** One call of this many fails; 0 for none. */
    private final int oneIn;

    private final boolean hasLate;
    private volatile boolean isCalm;
    private final ThreadLocal<Boolean> isAsking = ThreadLocal.withInitial(() -> false);

    Faults(int oneIn, boolean hasLate) {
        this.oneIn = oneIn;
        this.hasLate = hasLate;
    }

    /** From now on nothing goes wrong any more. */
    void calm() {
        isCalm = true;
    }

    /** What the oracles ask a driver never fails. */
    interface Asked<T> {
        T run() throws Exception;
    }

    /** Asks a driver without faults. */
    <T> T asking(Asked<T> asked) {
        isAsking.set(true);
        try {
            return asked.run();
        } catch (Exception failed) {
            throw new AssertionError("an oracle could not ask", failed);
        } finally {
            isAsking.remove();
        }
    }

    boolean isAsking() {
        return isAsking.get();
    }

    /** Draws for a call. */
    Fault draw(SplittableRandom chance, boolean mayBeNull) {
        if (oneIn == 0 || isCalm || isAsking.get() || chance.nextInt(oneIn) != 0) {
            return Fault.NONE;
        }
        Fault[] all = Fault.values();
        Fault drawn = all[1 + chance.nextInt(all.length - 1)];
        boolean isPossible = (drawn != Fault.NULL || mayBeNull) && (drawn != Fault.LATE || hasLate);
        return isPossible ? drawn : Fault.BEFORE;
    }

    /** Draws one of so many; 0 when nothing may go wrong. */
    int drawOf(SplittableRandom chance, int bound) {
        return isCalm || isAsking.get() || oneIn == 0 ? 0 : chance.nextInt(bound);
    }

    /** What a call throws that fails without the loss of its connection. */
    static Throwable thrown(Api api, SplittableRandom chance) {
        int way = chance.nextInt(3);
        if (way == 0) {
            return KINDS[chance.nextInt(KINDS.length)].made();
        }
        return switch (api) {
            case JDBC ->
                way == 1
                        ? new SQLException("a simulated error", STATES[chance.nextInt(STATES.length)])
                        : new SQLTransientException();
            case XA -> coded(XAException.XAER_RMERR, null);
            case JMS -> new jakarta.jms.JMSException("a simulated error");
        };
    }

    /** What a call throws whose connection is lost. */
    static Throwable loss(Api api) {
        SQLException gone = new SQLException("a simulated loss of the connection", "08006");
        return switch (api) {
            case JDBC -> gone;
            case XA -> coded(XAException.XAER_RMFAIL, gone);
            case JMS -> new jakarta.jms.JMSException("a simulated loss of the connection");
        };
    }

    /** A code that says that the branch is rolled back; null when this call gives none. */
    static @Nullable XAException rolledBack(SplittableRandom chance) {
        return chance.nextBoolean() ? coded(ROLLED_BACK[chance.nextInt(ROLLED_BACK.length)], null) : null;
    }

    static XAException coded(int code, @Nullable Throwable cause) {
        XAException made = new XAException(code);
        made.initCause(cause);
        return made;
    }
}
