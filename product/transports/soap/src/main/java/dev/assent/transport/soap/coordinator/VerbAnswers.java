package dev.assent.transport.soap.coordinator;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.state.CoordinatorTable.Action;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import java.util.EnumSet;
import java.util.Set;

/** The answers that a participant's messages and faults give to the coordinator's verbs. */
final class VerbAnswers {
    /** The verbs by which a participant hears the decision. */
    static final Set<RemoteVerb> DECISIONS = EnumSet.of(RemoteVerb.COMMIT, RemoteVerb.ROLLBACK);

    private VerbAnswers() {}

    /** Whether a message is the answer to the waiting verb. */
    static boolean isAnswer(Event message, Action action) {
        return action == Action.RECORD_VOTE
                || action == Action.FORGET
                || (action == Action.FAULT_INVALID_STATE && message != Event.READ_ONLY);
    }

    /** The answer that a message gives to the waiting verb. */
    static Answer answer(Event message, RemoteVerb verb, Action action) {
        return switch (verb) {
            case BEFORE_COMPLETION ->
                message == Event.PREPARED || message == Event.READ_ONLY ? Answer.DONE : Answer.REFUSED;
            case PREPARE ->
                switch (message) {
                    case PREPARED -> Answer.PREPARED;
                    case READ_ONLY -> Answer.READ_ONLY;
                    case ABORTED -> Answer.ROLLED_BACK;
                    default -> Answer.REFUSED;
                };
            default -> action == Action.FORGET ? Answer.DONE : Answer.DOUBTFUL;
        };
    }

    /** The answer to a verb from a participant that does not know the transaction. */
    static Response unknown(RemoteVerb verb, SoapFault fault) {
        return switch (verb) {
            case COMMIT -> new Response.Refused(Response.Why.GONE, MESSAGES.notHeard(fault.reason()));
            case PREPARE -> new Response.Answered(Answer.ROLLED_BACK);
            case ROLLBACK -> new Response.Answered(Answer.DONE);
            default -> new Response.Answered(Answer.REFUSED);
        };
    }

    /** The answer to a verb from a participant that refuses it: a vote of no, or a decision not carried out yet. */
    static Response refused(RemoteVerb verb, SoapFault fault) {
        return DECISIONS.contains(verb)
                ? Response.Refused.state(MESSAGES.notHeard(fault.reason()))
                : new Response.Answered(Answer.REFUSED);
    }
}
