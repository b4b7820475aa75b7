package dev.assent.remote.subordinate;

import dev.assent.TransactionId;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.transaction.Superior;
import dev.assent.remote.superior.RemoteParticipant;
import dev.assent.remote.transport.Peers;
import java.nio.ByteBuffer;

/**
 * Rebuilds participants and superiors in other processes from a node's log.
 *
 * <p>Immutable and safe to share.
 *
 * @param peers reach other processes
 */
public record RemoteDescriptions(Peers peers) implements Descriptions {
    @Override
    public Participant participant(int kind, Source of, ByteBuffer in) {
        return RemoteParticipant.isOne(kind)
                ? RemoteParticipant.read(kind, of.id(), in, peers)
                : NONE.participant(kind, of, in);
    }

    @Override
    public Superior superior(int kind, TransactionId id, ByteBuffer in) {
        return kind == RemoteSuperior.KIND ? RemoteSuperior.read(id, in, peers) : NONE.superior(kind, id, in);
    }
}
