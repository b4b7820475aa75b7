package dev.assent.server.processes;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import java.util.Locale;

/** The meaning of a message, in a few words. Has no state. */
final class MessageText {
    private MessageText() {}

    static String of(Object message) {
        if (message instanceof Call call) {
            return "call " + call.object() + "." + call.method().getName()
                    + (call.context() == null ? "" : ", with its transaction");
        } else if (message instanceof Result.Returned returned) {
            return "returned" + effect(returned.effect());
        } else if (message instanceof Result.Thrown thrown) {
            return "thrown" + effect(thrown.effect());
        } else if (message instanceof Request.Ask ask) {
            return words(ask.verb().name());
        } else if (message instanceof Request.End end) {
            return (end.isCommit() ? "commit" : "roll back") + ", parts called: "
                    + end.registrations().size();
        } else if (message instanceof Response.Answered answered) {
            return "answer: " + words(answered.answer().name());
        } else if (message instanceof Response.Ended ended) {
            return "answer: " + words(ended.outcome().name());
        }
        return words(message.getClass().getSimpleName());
    }

    private static String effect(Result.Effect effect) {
        return effect.registration() == null ? "" : ", registers its part";
    }

    private static String words(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
