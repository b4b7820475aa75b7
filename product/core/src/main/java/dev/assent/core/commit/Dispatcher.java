package dev.assent.core.commit;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;

/**
 * Carries the verbs of one step to the participants: one after the other on the caller's thread, or to all at once.
 *
 * <p>Thread safety: all transactions may share it.
 */
@FunctionalInterface
public interface Dispatcher {
    /** Asks one after the other on the caller's thread. */
    Dispatcher INLINE = (verb, participant, reply, last) -> verb.ask(participant, reply);

    /**
     * Asks one participant, now or soon.
     *
     * @param reply takes the answer if {@link Answer#PENDING} is returned
     * @param last whether no other participant will be asked in this step, so that the caller's own thread may do
     *     it
     */
    Answer ask(Verb verb, Participant participant, Reply reply, boolean last);
}
