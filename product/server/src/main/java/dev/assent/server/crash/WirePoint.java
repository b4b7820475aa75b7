package dev.assent.server.crash;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.WireObserver.Way;
import java.util.Locale;

/**
 * The name of an instant at which a message passes: {@code OUT_PREPARE} when a superior has asked for a vote, {@code
 * IN_ANSWERED_PREPARED} when it has come. Has no state.
 */
public final class WirePoint {
    private WirePoint() {}

    /** The name for a message. */
    public static String of(Way way, Object message) {
        return way + "_" + name(message);
    }

    private static String name(Object message) {
        if (message instanceof Call) {
            return "CALL";
        } else if (message instanceof Result) {
            return "RESULT";
        } else if (message instanceof Request.Ask ask) {
            return ask.verb().name();
        } else if (message instanceof Response.Answered answered) {
            return "ANSWERED_" + answered.answer().name();
        }
        return message instanceof Request || message instanceof Response
                ? message.getClass().getSimpleName().toUpperCase(Locale.ROOT)
                : "OTHER";
    }
}
