package dev.assent.testkit.resource;

import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import java.util.concurrent.Executor;

/**
 * Asks every participant on an executor, the last one too, so that every answer comes late.
 *
 * <p>Thread safety: safe to share.
 *
 * @param executor where participants are asked
 */
public record LateDispatcher(Executor executor) implements Dispatcher {
    @Override
    public Answer ask(Verb verb, Participant participant, Reply reply, boolean last) {
        executor.execute(() -> {
            Answer answer = verb.ask(participant, reply);
            if (answer != Answer.PENDING) {
                reply.done(answer);
            }
        });
        return Answer.PENDING;
    }
}
