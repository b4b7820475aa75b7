package dev.assent.testkit.remote;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import java.util.Locale;

/** The kind of a message between nodes. */
public enum MessageKind {
    /** A {@link Call}. */
    CALL,
    /** {@link Request.Register}. */
    REGISTER,
    /** {@link Request.Vote}. */
    VOTE,
    /** {@link Request.Completed}. */
    COMPLETED,
    /** {@link Request.Inquire}. */
    INQUIRE,
    /** {@link Request.Restarted}. */
    RESTARTED,
    /** {@link Request.Begin}. */
    BEGIN,
    /** {@link Request.End}. */
    END,
    /** A {@link Request.Ask} of this verb, as are those that follow. */
    BEFORE_COMPLETION,
    /** Asks for the vote. */
    PREPARE,
    /** The decision. */
    COMMIT,
    /** The decision, or the end before it. */
    ROLLBACK,
    /** Both at once. */
    COMMIT_ONE_PHASE,
    /** The end of a heuristic outcome. */
    FORGET;

    /** Whether it is a {@link Request.Ask}. */
    boolean isVerb() {
        return compareTo(BEFORE_COMPLETION) >= 0;
    }

    /** That of a request. */
    static MessageKind of(Request request) {
        return request instanceof Request.Ask ask
                ? valueOf(ask.verb().name())
                : valueOf(request.getClass().getSimpleName().toUpperCase(Locale.ROOT));
    }
}
