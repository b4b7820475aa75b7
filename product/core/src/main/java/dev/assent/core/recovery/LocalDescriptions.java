package dev.assent.core.recovery;

import dev.assent.TransactionId;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.transaction.Superior;
import dev.assent.core.xa.XaBranch;
import java.nio.ByteBuffer;

/**
 * Rebuilds the participants of one process: XA branches and last resources.
 *
 * <p>Immutable and safe to share.
 *
 * @param others reads all other kinds
 */
record LocalDescriptions(Descriptions others) implements Descriptions {
    @Override
    public Participant participant(int kind, Source of, ByteBuffer in) {
        return switch (kind) {
            case XaBranch.KIND -> XaBranch.read(of.branchesId(), of.wasDecided(), in);
            case LocalParticipant.KIND -> LocalParticipant.read(of.branchesId(), in);
            default -> others.participant(kind, of, in);
        };
    }

    @Override
    public Superior superior(int kind, TransactionId id, ByteBuffer in) {
        return others.superior(kind, id, in);
    }
}
