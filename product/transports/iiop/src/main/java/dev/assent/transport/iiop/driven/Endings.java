package dev.assent.transport.iiop.driven;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Why;
import dev.assent.transport.iiop.orb.InvocationFailure;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.ots.Refusals;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;

/** What a system exception says about the request that has ended with it. Pure functions. */
final class Endings {
    private Endings() {}

    /** The response that it means. */
    static Response response(InvocationFailure ended) {
        SystemException failure = ended.failure();
        Why why = Refusals.why(failure);
        if (why != null) {
            return new Response.Refused(why, text(ended));
        }
        if (Refusals.isAgain(failure)) {
            return new Response.Answered(Answer.RETRY);
        }
        if (failure instanceof NO_PERMISSION
                && !Refusals.mayHaveArrived(failure)) { // else it may have done it (law 11)
            return new Response.Refused(Why.FORBIDDEN, text(ended));
        }
        return new Response.Unanswered(Refusals.mayHaveArrived(failure), failure);
    }

    /** The text of the other process, or else of the exception. */
    static String text(InvocationFailure ended) {
        @Nullable ReplyData data = ended.data();
        return data == null || data.failure() == null
                ? ended.failure().toString()
                : data.failure().text();
    }
}
