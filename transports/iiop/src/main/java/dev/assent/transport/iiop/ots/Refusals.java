package dev.assent.transport.iiop.ots;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Why;
import dev.assent.transport.iiop.orb.InvocationFailure;
import dev.assent.transport.iiop.orb.ReplyData;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSIENT;

/**
 * What is refused, as a system exception, and back. A stranger is told to ask again later, or that it must not; never
 * OBJECT_NOT_EXIST, which it may take for an outcome (law 17). Ours find why in the minor code. Pure functions.
 */
public final class Refusals {
    /** The codes of ours, "ASP" and a number of three digits. */
    private static final int MINOR = 0x41535000;

    private static final List<Why> REASONS = List.of(Why.NOT_READY, Why.NOT_MINE, Why.FORBIDDEN, Why.STATE);
    private static final int MINOR_FIRST = MINOR + 1;
    private static final int MINOR_RETRY = MINOR + 16;

    private Refusals() {}

    /** What is thrown for what was refused. */
    public static SystemException exception(Response.Refused refused) {
        int minor = MINOR_FIRST + REASONS.indexOf(refused.why());
        return refused.why() == Why.FORBIDDEN
                ? new NO_PERMISSION(refused.text(), minor, CompletionStatus.COMPLETED_NO)
                : new TRANSIENT(refused.text(), minor, CompletionStatus.COMPLETED_NO);
    }

    /** What is thrown for an answer that the operation has no word for: it is to be asked again. */
    public static SystemException again(Answer answer) {
        return new TRANSIENT("the answer is " + answer, MINOR_RETRY, CompletionStatus.COMPLETED_NO);
    }

    /** What is thrown when there is no answer. */
    public static SystemException exception(Response.Unanswered lost) {
        return lost.mayHaveArrived()
                ? new COMM_FAILURE(lost.cause().toString(), 0, CompletionStatus.COMPLETED_MAYBE)
                : new TRANSIENT(lost.cause().toString(), 0, CompletionStatus.COMPLETED_NO);
    }

    /** What a system exception says of a request. */
    public static Response response(InvocationFailure ended) {
        SystemException failure = ended.failure();
        int reason = failure.minor - MINOR_FIRST;
        if (reason >= 0 && reason < REASONS.size()) {
            return new Response.Refused(REASONS.get(reason), text(ended));
        }
        if (failure.minor == MINOR_RETRY) {
            return new Response.Answered(Answer.RETRY);
        }
        if (failure instanceof NO_PERMISSION) {
            return new Response.Refused(Why.FORBIDDEN, text(ended));
        }
        return new Response.Unanswered(mayHaveArrived(failure), failure);
    }

    /** Whether a request that has ended so may have been done. */
    public static boolean mayHaveArrived(SystemException failure) {
        return failure.completed.value() != CompletionStatus._COMPLETED_NO;
    }

    /** In words: those of the other process, or the exception's own. */
    public static String text(InvocationFailure ended) {
        @Nullable ReplyData data = ended.data();
        return data == null || data.failure() == null
                ? ended.failure().toString()
                : data.failure().text();
    }
}
