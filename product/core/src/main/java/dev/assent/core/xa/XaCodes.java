package dev.assent.core.xa;

import static javax.transaction.xa.XAException.XAER_NOTA;
import static javax.transaction.xa.XAException.XAER_RMERR;
import static javax.transaction.xa.XAException.XAER_RMFAIL;
import static javax.transaction.xa.XAException.XA_HEURCOM;
import static javax.transaction.xa.XAException.XA_HEURHAZ;
import static javax.transaction.xa.XAException.XA_HEURMIX;
import static javax.transaction.xa.XAException.XA_HEURRB;
import static javax.transaction.xa.XAException.XA_RBBASE;
import static javax.transaction.xa.XAException.XA_RBEND;
import static javax.transaction.xa.XAException.XA_RETRY;

import dev.assent.core.message.OneLine;
import java.util.List;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * The one table with the meaning of every XAException code in every verb (X/Open XA, chapter 5 and the manual pages of
 * its chapter 6; laws 11 and 12). If the standard does not allow a code in a verb, the code gets the meaning that can
 * lose nothing.
 */
public final class XaCodes {
    /**
     * A code and its name.
     *
     * @param value as in {@link XAException#errorCode}
     * @param name as in the standard
     */
    public record Code(int value, String name) {}

    /** Every code of the standard, in the order of the reference. */
    public static final List<Code> ALL = List.of(
            new Code(XAException.XA_RBROLLBACK, "XA_RBROLLBACK"),
            new Code(XAException.XA_RBCOMMFAIL, "XA_RBCOMMFAIL"),
            new Code(XAException.XA_RBDEADLOCK, "XA_RBDEADLOCK"),
            new Code(XAException.XA_RBINTEGRITY, "XA_RBINTEGRITY"),
            new Code(XAException.XA_RBOTHER, "XA_RBOTHER"),
            new Code(XAException.XA_RBPROTO, "XA_RBPROTO"),
            new Code(XAException.XA_RBTIMEOUT, "XA_RBTIMEOUT"),
            new Code(XAException.XA_RBTRANSIENT, "XA_RBTRANSIENT"),
            new Code(XAException.XA_NOMIGRATE, "XA_NOMIGRATE"),
            new Code(XA_HEURHAZ, "XA_HEURHAZ"),
            new Code(XA_HEURCOM, "XA_HEURCOM"),
            new Code(XA_HEURRB, "XA_HEURRB"),
            new Code(XA_HEURMIX, "XA_HEURMIX"),
            new Code(XA_RETRY, "XA_RETRY"),
            new Code(XAException.XA_RDONLY, "XA_RDONLY"),
            new Code(XAException.XAER_ASYNC, "XAER_ASYNC"),
            new Code(XAER_RMERR, "XAER_RMERR"),
            new Code(XAER_NOTA, "XAER_NOTA"),
            new Code(XAException.XAER_INVAL, "XAER_INVAL"),
            new Code(XAException.XAER_PROTO, "XAER_PROTO"),
            new Code(XAER_RMFAIL, "XAER_RMFAIL"),
            new Code(XAException.XAER_DUPID, "XAER_DUPID"),
            new Code(XAException.XAER_OUTSIDE, "XAER_OUTSIDE"));

    private XaCodes() {}

    /** The meaning of a code in a verb, even for codes that are not in the standard. */
    public static XaMeaning meaning(XaVerb verb, int code) {
        return switch (verb) {
            case START -> isRolledBack(code) ? XaMeaning.ROLLBACK_ONLY : XaMeaning.FAILED;
            case END -> code == XAException.XA_NOMIGRATE ? XaMeaning.DONE : XaMeaning.ROLLBACK_ONLY;
            case PREPARE -> isRolledBack(code) ? XaMeaning.ROLLED_BACK : XaMeaning.REFUSED;
            case COMMIT -> commit(code);
            case COMMIT_ONE_PHASE -> onePhase(code);
            case ROLLBACK -> rollback(code);
            case FORGET -> code == XAER_NOTA ? XaMeaning.DONE : XaMeaning.RETRY;
            case RECOVER -> XaMeaning.UNREACHABLE;
        };
    }

    /** The name of a code, or its number if the standard lacks it. */
    public static String name(int code) {
        return ALL.stream()
                .filter(known -> known.value() == code)
                .map(Code::name)
                .findFirst()
                .orElse("XA code " + code);
    }

    /** An exception as a short text on one line, XA codes by name. */
    public static String describe(@Nullable Throwable cause) {
        if (cause instanceof XAException xa) {
            String name = name(xa.errorCode);
            Object detail = detail(xa);
            return detail == null ? name : name + " (" + OneLine.of(detail) + ")";
        }
        return OneLine.of(cause);
    }

    private static @Nullable Object detail(XAException failed) {
        try {
            return failed.getMessage() == null ? failed.getCause() : failed.getMessage();
        } catch (Throwable speechless) { // a driver's own class may do that
            return failed.getClass().getName();
        }
    }

    private static XaMeaning commit(int code) {
        if (isRolledBack(code)) {
            return XaMeaning.HEURISTIC_ROLLBACK;
        }
        return switch (code) {
            case XA_HEURCOM -> XaMeaning.FORGET_THEN_DONE;
            case XA_HEURRB -> XaMeaning.HEURISTIC_ROLLBACK;
            case XA_HEURMIX -> XaMeaning.HEURISTIC_MIXED;
            case XA_HEURHAZ, XAER_NOTA -> XaMeaning.HAZARD;
            case XA_RETRY, XAER_RMFAIL -> XaMeaning.RETRY;
            default -> XaMeaning.RETRY_OR_HAZARD;
        };
    }

    private static XaMeaning onePhase(int code) {
        if (isRolledBack(code)) {
            return XaMeaning.ROLLED_BACK;
        }
        return switch (code) {
            case XA_HEURCOM -> XaMeaning.FORGET_THEN_DONE;
            case XA_HEURRB -> XaMeaning.HEURISTIC_ROLLBACK;
            case XA_HEURMIX -> XaMeaning.HEURISTIC_MIXED;
            case XA_HEURHAZ, XAER_RMFAIL -> XaMeaning.HAZARD;
            case XAER_RMERR, XAER_NOTA -> XaMeaning.ROLLED_BACK;
            case XAException.XAER_INVAL,
                    XAException.XAER_PROTO,
                    XAException.XAER_ASYNC,
                    XAException.XAER_DUPID,
                    XAException.XAER_OUTSIDE,
                    XA_RETRY -> XaMeaning.RETRY;
            default -> XaMeaning.HAZARD;
        };
    }

    private static XaMeaning rollback(int code) {
        if (isRolledBack(code)) {
            return XaMeaning.DONE;
        }
        return switch (code) {
            case XA_HEURRB -> XaMeaning.FORGET_THEN_DONE;
            case XA_HEURCOM -> XaMeaning.HEURISTIC_COMMIT;
            case XA_HEURMIX -> XaMeaning.HEURISTIC_MIXED;
            case XA_HEURHAZ -> XaMeaning.HAZARD;
            case XAER_NOTA -> XaMeaning.GONE;
            default -> XaMeaning.RETRY;
        };
    }

    /** Whether a code says that the branch has rolled back, or can only do so: codes named XA_RB. */
    public static boolean isRolledBack(int code) {
        return code >= XA_RBBASE && code <= XA_RBEND;
    }
}
