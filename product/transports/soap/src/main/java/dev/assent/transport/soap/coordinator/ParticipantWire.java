package dev.assent.transport.soap.coordinator;

import dev.assent.core.participant.Answer;
import dev.assent.transport.soap.coordination.Notification;

/** An {@link Enlistment}'s view of the transport and the node. Thread safety: safe to share; no method blocks. */
interface ParticipantWire {
    /** Whether this is the participant's {@link Registered#address}. */
    boolean isAt(String address);

    /**
     * Sends the participant a message. If it was not accepted, calls {@link Enlistment#untaken} of the sender.
     *
     * @param sending its number among the messages of verbs; 0 if no verb waits for an answer
     */
    void send(Enlistment sender, Notification message, int sending);

    /**
     * The participant votes unasked.
     *
     * @param vote READ_ONLY or ROLLED_BACK
     */
    void vote(Answer vote);

    /** The participant asks for the decision. */
    void inquire();

    /** Removes this enlistment, which is over, but not a later one in its place. */
    void forget(Enlistment over);
}
