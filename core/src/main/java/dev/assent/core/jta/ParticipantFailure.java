package dev.assent.core.jta;

import dev.assent.core.message.Message;
import dev.assent.core.participant.Participant;
import dev.assent.core.xa.XaCodes;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/** What one participant did wrong; suppressed in the exception that the application gets. */
public final class ParticipantFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** The failure of a participant with its cause. */
    ParticipantFailure(Participant participant, String answer, Throwable cause) {
        super(Message.PARTICIPANT_FAILED.text(participant, answer, describe(cause)), cause);
    }

    /** An exception in few words, XA codes by name. */
    static String describe(@Nullable Throwable cause) {
        if (cause instanceof XAException xa) {
            String name = XaCodes.name(xa.errorCode);
            Object detail = xa.getMessage() == null ? xa.getCause() : xa.getMessage();
            return detail == null ? name : name + " (" + detail + ")";
        }
        return String.valueOf(cause);
    }
}
