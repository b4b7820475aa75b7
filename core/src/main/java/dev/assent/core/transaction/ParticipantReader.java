package dev.assent.core.transaction;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Participant;
import java.nio.ByteBuffer;

/** Rebuilds participants from what they wrote about themselves before a crash. */
@FunctionalInterface
public interface ParticipantReader {
    /**
     * Reads one description.
     *
     * @param wasDecided whether the decision was on record too, so that the participant may have heard it
     * @param in just behind what {@link Participant#describe} wrote when the method returns
     * @throws IllegalArgumentException when the description is of no known kind
     */
    Participant read(TransactionId id, boolean wasDecided, ByteBuffer in);
}
