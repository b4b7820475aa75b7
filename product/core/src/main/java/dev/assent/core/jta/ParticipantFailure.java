package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.participant.Participant;
import dev.assent.core.xa.XaCodes;

/** The failure of one participant; suppressed in the exception that the application gets. */
final class ParticipantFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** The failure of a participant with its cause. */
    ParticipantFailure(Participant participant, Throwable cause) {
        super(MESSAGES.participantFailed(participant, XaCodes.describe(cause)), cause);
    }
}
