package dev.assent.remote.transport;

import dev.assent.MetricsSnapshot;
import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Durability;
import dev.assent.core.log.ForceReply;
import dev.assent.core.log.Lives;
import dev.assent.core.log.RecordBody;
import dev.assent.core.log.RecordKind;
import dev.assent.core.log.RecordVisitor;
import dev.assent.remote.message.ShownAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A log in which an earlier life has noted places.
 *
 * @param log takes what this life appends
 * @param addresses of the places
 */
record RestoredLog(DecisionLog log, List<String> addresses) implements DecisionLog {
    private static final int FORMAT = 0x4153504C;

    @Override
    public void replay(RecordVisitor visitor) {
        for (String address : addresses) {
            byte[] bytes = address.getBytes(StandardCharsets.UTF_8);
            ByteBuffer body = ByteBuffer.allocate(2 + bytes.length)
                    .putShort((short) bytes.length)
                    .put(bytes)
                    .flip();
            byte[] place = ShownAddress.place(address).getBytes(StandardCharsets.UTF_8);
            visitor.record(RecordKind.PLACE, new ForeignTransactionId(FORMAT, place), body);
        }
    }

    @Override
    public NodeEpoch life() {
        return log.life();
    }

    @Override
    public Lives lives() {
        return log.lives();
    }

    @Override
    public long append(int kind, TransactionId id, RecordBody body) {
        return log.append(kind, id, body);
    }

    @Override
    public Durability force(long position, ForceReply reply) {
        return log.force(position, reply);
    }

    @Override
    public void release(TransactionId id) {
        log.release(id);
    }

    @Override
    public MetricsSnapshot.Log statistics() {
        return log.statistics();
    }

    @Override
    public boolean isAccepting() {
        return log.isAccepting();
    }

    @Override
    public void close() {
        log.close();
    }
}
