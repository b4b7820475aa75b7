package dev.assent.transport.soap.coordinator;

import dev.assent.core.message.Message;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Telling;
import dev.assent.core.time.Pause;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.coordination.Notification;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A verb under way, that a participant was sent and has not answered. Immutable.
 *
 * @param pause until its message is sent again
 * @param unsent until it is, when it was not taken
 * @param replies of all who have asked that
 */
record PendingVerb(
        RemoteVerb verb,
        Notification message,
        long sinceNanos,
        long millis,
        Pause pause,
        Pause unsent,
        List<Consumer<Response>> replies) {
    boolean isOverdue(long now) {
        return now - sinceNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Its message is sent again now. */
    PendingVerb sentAgain(long now) {
        return paused(AnswerTimes.next(pause, now), unsent);
    }

    /** Its message was not taken, so that it is sent again soon. */
    PendingVerb unsent(long now) {
        Pause soon = unsent.next(now);
        return paused(new Pause(pause.nanos(), soon.untilNanos()), soon);
    }

    private PendingVerb paused(Pause until, Pause whenUnsent) {
        return new PendingVerb(verb, message, sinceNanos, millis, until, whenUnsent, replies);
    }

    /** One more has asked it, of this time. */
    PendingVerb with(PendingVerb before) {
        List<Consumer<Response>> all = new ArrayList<>(before.replies());
        all.addAll(replies);
        return new PendingVerb(verb, message, sinceNanos, millis, pause, unsent, List.copyOf(all));
    }

    void answer(Answer answer) {
        Telling.all(replies, each -> each.accept(new Response.Answered(answer)));
    }

    void lost() {
        Response none =
                new Response.Unanswered(true, new IllegalStateException(Message.SOAP_NO_ANSWER.text(message, millis)));
        Telling.all(replies, each -> each.accept(none));
    }
}
