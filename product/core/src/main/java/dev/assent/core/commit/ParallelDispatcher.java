package dev.assent.core.commit;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Asks all participants of a step at once. The caller's thread asks the last one, and all that {@linkplain
 * Participant#mayBlock never block}, since to wake another thread takes longer than to ask them. An executor asks the
 * others. If the executor has no room, or no thread, the caller's thread asks. So a full executor slows commits down,
 * but never fails them.
 *
 * <p>Thread safety: safe to share.
 *
 * @param executor for questions that may block
 */
public record ParallelDispatcher(Executor executor) implements Dispatcher {
    @Override
    public Answer ask(Verb verb, Participant participant, Reply reply, boolean last) {
        if (last || !participant.mayBlock()) {
            return verb.ask(participant, reply);
        }
        try {
            executor.execute(() -> askHere(verb, participant, reply));
            return Answer.PENDING;
        } catch (RejectedExecutionException | VirtualMachineError full) { // an Error if no thread can be started
            return verb.ask(participant, reply);
        }
    }

    private static void askHere(Verb verb, Participant participant, Reply reply) {
        Answer answer;
        try {
            answer = verb.ask(participant, reply);
        } catch (Throwable bug) {
            reply.lost(bug);
            throw bug;
        }
        if (answer != Answer.PENDING) {
            reply.done(answer);
        }
    }
}
