package dev.assent.transport.iiop.ots;

import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.transport.WorkRefusedException;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.UNKNOWN;

/**
 * The standard's exceptions for work that was refused and not begun: each says COMPLETED_NO. If the caller may try
 * again later, it is TRANSIENT. Pure functions.
 */
public final class WorkRefusals {
    private WorkRefusals() {}

    /** Of a request from a CORBA program, or to one. */
    public static SystemException exception(WorkRefusedException refused) {
        String text = String.valueOf(refused.getMessage());
        return switch (refused.reason()) {
            case ROLLBACK_ONLY -> rolledBack(text);
            case NOT_READY -> refusal(Why.NOT_READY, text);
            case FORBIDDEN -> refusal(Why.FORBIDDEN, text);
            case OTHER -> invalid(text);
        };
    }

    /**
     * Of a call to an exported object.
     *
     * @param isRollbackOnly whether its transaction can only roll back
     */
    public static SystemException exception(ServiceRefusedException refused, boolean isRollbackOnly) {
        String text = String.valueOf(refused.getMessage());
        return switch (refused.reason()) {
            case TRANSACTION_NEEDED -> new TRANSACTION_REQUIRED(text, 0, CompletionStatus.COMPLETED_NO);
            case TRANSACTION_UNWANTED -> invalid(text);
            case NOT_READY -> refusal(Why.NOT_READY, text);
            case FORBIDDEN -> refusal(Why.FORBIDDEN, text);
            case OTHER -> isRollbackOnly ? rolledBack(text) : new UNKNOWN(text, 0, CompletionStatus.COMPLETED_NO);
        };
    }

    /** Of a request whose transaction does not fit the called object. */
    public static INVALID_TRANSACTION invalid(@Nullable String text) {
        return new INVALID_TRANSACTION(text, 0, CompletionStatus.COMPLETED_NO);
    }

    private static SystemException rolledBack(String text) {
        return new TRANSACTION_ROLLEDBACK(text, 0, CompletionStatus.COMPLETED_NO);
    }

    private static SystemException refusal(Why why, String text) {
        return Refusals.exception(new Response.Refused(why, text));
    }
}
