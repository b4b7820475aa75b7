package dev.assent.transport.soap.coordinator;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.foreign.Telling;
import dev.assent.core.participant.Answer;
import dev.assent.core.time.Pause;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.coordination.Notification;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A verb that was sent to a participant and has no answer yet. Immutable.
 *
 * @param firstNanos when the node first asked
 * @param sinceNanos when the node last asked; its time counts from then
 * @param sending the number of its last message
 * @param pause until the message is sent again
 * @param unsent the last pause after a message that was not accepted
 * @param isRepeated whether its message was sent more than once, so that an earlier one may have arrived
 * @param replies of all callers that wait for it
 */
record PendingVerb(
        RemoteVerb verb,
        Notification message,
        long firstNanos,
        long sinceNanos,
        long millis,
        int sending,
        Pause pause,
        Pause unsent,
        boolean isRepeated,
        List<Consumer<Response>> replies) {
    /** A verb that is asked now. */
    static PendingVerb of(
            RemoteVerb verb,
            Notification message,
            int sending,
            long now,
            long millis,
            Pause pause,
            Consumer<Response> reply) {
        return new PendingVerb(verb, message, now, now, millis, sending, pause, Pause.NONE, false, List.of(reply));
    }

    boolean isOverdue(long now) {
        return now - sinceNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** This verb, with its message sent again now. */
    PendingVerb sentAgain(int newSending, long now) {
        return paused(newSending, AnswerTimes.next(pause, now), unsent, true);
    }

    /** This verb, with its message sent once more outside of the pauses. */
    PendingVerb repeated() {
        return paused(sending, pause, unsent, true);
    }

    /** This verb, with a message that was not accepted and is sent again soon. */
    PendingVerb unsent(long now) {
        Pause soon = unsent.next(now);
        return paused(sending, new Pause(pause.nanos(), soon.untilNanos()), soon, isRepeated);
    }

    private PendingVerb paused(int newSending, Pause until, Pause whenUnsent, boolean isAgain) {
        return new PendingVerb(
                verb, message, firstNanos, sinceNanos, millis, newSending, until, whenUnsent, isAgain, replies);
    }

    /** This verb, with the callers that asked for it before. */
    PendingVerb with(PendingVerb before) {
        List<Consumer<Response>> all = new ArrayList<>(before.replies());
        all.addAll(replies);
        return new PendingVerb(
                verb, message, before.firstNanos(), sinceNanos, millis, sending, pause, unsent, true, List.copyOf(all));
    }

    void answer(Answer answer) {
        tell(new Response.Answered(answer));
    }

    void lost() {
        tell(new Response.Unanswered(true, new IllegalStateException(MESSAGES.noAnswer(message, millis))));
    }

    void tell(Response response) {
        Telling.all(replies, each -> each.accept(response));
    }
}
