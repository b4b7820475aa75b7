package dev.assent.remote.inprocess;

import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Transport.Feature;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The feature that a wire needs for a message; null if every wire can carry it. Pure functions. */
final class Needs {
    private Needs() {}

    static @Nullable Feature of(Request request) {
        if (request instanceof Request.Ask ask) {
            return switch (ask.verb()) {
                case BEFORE_COMPLETION -> Feature.SYNCHRONIZATIONS;
                case COMMIT_ONE_PHASE -> Feature.ONE_PHASE;
                case FORGET -> Feature.FORGET;
                case PREPARE, COMMIT, ROLLBACK -> null;
            };
        }
        if (request instanceof Request.Register register) {
            return of(register.registration());
        }
        if (request instanceof Request.Completed) {
            return Feature.SYNCHRONIZATIONS;
        }
        if (request instanceof Request.Restarted) {
            return Feature.RESTARTS;
        }
        return request instanceof Request.Inquire ? Feature.INQUIRY : null;
    }

    private static @Nullable Feature of(Registration registration) {
        boolean isOfVotesOnly = registration.interests().equals(Set.of(Interest.COMPLETION));
        return isOfVotesOnly ? null : Feature.SYNCHRONIZATIONS;
    }

    static @Nullable Feature of(Response response) {
        boolean isHeuristic = response instanceof Response.Answered answered
                && answered.answer().isHeuristic();
        return isHeuristic ? Feature.HEURISTICS : null;
    }

    static @Nullable Feature of(Result result) {
        return result.effect().registration() == null ? null : Feature.REGISTRATION_ON_REPLY;
    }
}
