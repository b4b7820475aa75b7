package dev.assent.core.transaction;

import dev.assent.TransactionId;
import dev.assent.core.participant.Participant;
import java.nio.ByteBuffer;

/**
 * Rebuilds participants and superiors from the descriptions that they wrote before a crash. Each description begins
 * with a byte for its kind, which is read already: 1 is an XA branch, 2 a last resource, 3 and more belong to layers
 * above this one. Codes are never reused.
 */
public interface Descriptions {
    /**
     * The record that a participant's description is from.
     *
     * @param id its transaction
     * @param branchesId the identity that the Xids of its branches carry
     * @param wasDecided whether the decision was on record too, so that the participant may have heard it
     */
    record Source(TransactionId id, TransactionId branchesId, boolean wasDecided) {}

    /** Knows no kind. */
    Descriptions NONE = new Descriptions() {
        @Override
        public Participant participant(int kind, Source of, ByteBuffer in) {
            throw new IllegalArgumentException("participant of unknown kind " + kind);
        }

        @Override
        public Superior superior(int kind, TransactionId id, ByteBuffer in) {
            throw new IllegalArgumentException("superior of unknown kind " + kind);
        }
    };

    /**
     * Reads the description of a participant.
     *
     * @param in just behind what {@link Participant#describe} wrote when the method returns
     * @throws IllegalArgumentException when the kind is not known
     */
    Participant participant(int kind, Source of, ByteBuffer in);

    /**
     * Reads the description of a superior.
     *
     * @param id its transaction
     * @param in just behind what {@link Superior#describe} wrote when the method returns
     * @throws IllegalArgumentException when the kind is not known
     */
    Superior superior(int kind, TransactionId id, ByteBuffer in);
}
