package dev.assent.transport.iiop.ots;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Why;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSIENT;
import org.omg.CORBA.UNKNOWN;

/**
 * Converts refusals to system exceptions, and back. A stranger learns whether to ask again later or not at all. It
 * never gets OBJECT_NOT_EXIST, which it may take for an outcome (law 17). An Assent process finds the reason in the
 * minor code. Pure functions.
 */
public final class Refusals {
    /** Assent's minor codes: "ASP" and a number of three digits. */
    private static final int MINOR = 0x41535000;

    private static final List<Why> REASONS = List.of(Why.NOT_READY, Why.NOT_MINE, Why.FORBIDDEN, Why.STATE, Why.GONE);
    private static final int MINOR_FIRST = MINOR + 1;
    private static final int MINOR_RETRY = MINOR + 16;
    private static final int MINOR_OUTCOME_UNKNOWN = MINOR + 17;
    private static final int MINOR_COMMITTED = MINOR + 18;
    private static final int MINOR_LEFT_AS_IT_IS = MINOR + 19;
    private static final int MINOR_NOT_SENT = MINOR + 20;

    private Refusals() {}

    /** The exception for a refused request. */
    public static SystemException exception(Response.Refused refused) {
        int minor = MINOR_FIRST + REASONS.indexOf(refused.why());
        return refused.why() == Why.FORBIDDEN
                ? new NO_PERMISSION(refused.text(), minor, CompletionStatus.COMPLETED_NO)
                : new TRANSIENT(refused.text(), minor, CompletionStatus.COMPLETED_NO);
    }

    /** The exception for an answer that the operation can't express; the caller must ask again. */
    public static SystemException again(Answer answer) {
        return new TRANSIENT("the answer is " + answer, MINOR_RETRY, CompletionStatus.COMPLETED_NO);
    }

    /** The exception for a request without an answer. */
    public static SystemException exception(Response.Unanswered lost) {
        return lost.mayHaveArrived()
                ? new COMM_FAILURE(lost.cause().toString(), 0, CompletionStatus.COMPLETED_MAYBE)
                : new TRANSIENT(lost.cause().toString(), 0, CompletionStatus.COMPLETED_NO);
    }

    /** The exception for an end whose outcome nobody knows (law 8). */
    public static SystemException outcomeUnknown(@Nullable String why) {
        return new UNKNOWN(why, MINOR_OUTCOME_UNKNOWN, CompletionStatus.COMPLETED_MAYBE);
    }

    /** The exception for the rollback of a transaction that has committed. */
    public static SystemException hasCommitted(@Nullable String why) {
        return new INVALID_TRANSACTION(why, MINOR_COMMITTED, CompletionStatus.COMPLETED_NO);
    }

    /** The exception for a call that ran and failed, and that leaves its caller's transaction as it is. */
    public static SystemException transactionLeft(@Nullable String why) {
        return new UNKNOWN(why, MINOR_LEFT_AS_IT_IS, CompletionStatus.COMPLETED_YES);
    }

    /** The exception for a request that this process must not send to that place (law 22). */
    public static SystemException notSent(@Nullable String why) {
        return new NO_PERMISSION(why, MINOR_NOT_SENT, CompletionStatus.COMPLETED_NO);
    }

    // ---- back

    /** Why an Assent process refused a request; null when the exception is not such a refusal. */
    public static @Nullable Why why(SystemException failure) {
        int reason = failure.minor - MINOR_FIRST;
        return reason >= 0 && reason < REASONS.size() ? REASONS.get(reason) : null;
    }

    /** Whether it is {@link #again}. */
    public static boolean isAgain(SystemException failure) {
        return failure.minor == MINOR_RETRY;
    }

    /** Whether it is {@link #outcomeUnknown}. */
    public static boolean isOutcomeUnknown(SystemException failure) {
        return failure.minor == MINOR_OUTCOME_UNKNOWN;
    }

    /** Whether it is {@link #hasCommitted}. */
    public static boolean isCommitted(SystemException failure) {
        return failure.minor == MINOR_COMMITTED;
    }

    /** Whether it is {@link #notSent}. */
    public static boolean isNotSent(SystemException failure) {
        return failure.minor == MINOR_NOT_SENT;
    }

    /** Whether a minor code is that of {@link #transactionLeft}. */
    public static boolean isTransactionLeft(int minor) {
        return minor == MINOR_LEFT_AS_IT_IS;
    }

    /** Whether the request that ended with this exception may have been done. */
    public static boolean mayHaveArrived(SystemException failure) {
        return failure.completed.value() != CompletionStatus._COMPLETED_NO;
    }
}
