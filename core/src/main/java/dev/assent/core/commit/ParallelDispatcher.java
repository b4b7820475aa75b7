package dev.assent.core.commit;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Asks all participants of a step at once: the last one on the caller's thread, and so those that
 * {@linkplain Participant#mayBlock never block}, since to wake another thread takes longer than to ask
 * them; the others on an executor. When the executor has no room, or no thread, the caller's thread asks, so a full
 * executor slows commits down and never fails them.
 *
 * <p>Thread safety: safe to share.
 *
 * @param executor where to block
 */
public record ParallelDispatcher(Executor executor) implements Dispatcher {
    @Override
    public Answer ask(Verb verb, Participant participant, Reply reply, boolean last) {
        if (last || !participant.mayBlock()) {
            return verb.ask(participant, reply);
        }
        try {
            executor.execute(() -> {
                Answer answer = verb.ask(participant, reply);
                if (answer != Answer.PENDING) {
                    reply.done(answer);
                }
            });
            return Answer.PENDING;
        } catch (RejectedExecutionException | VirtualMachineError full) { // the latter when no thread can be started
            return verb.ask(participant, reply);
        }
    }
}
