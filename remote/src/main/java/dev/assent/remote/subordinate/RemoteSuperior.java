package dev.assent.remote.subordinate;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Superior;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The superior of one transaction of this node, in another process.
 *
 * <p>Immutable and safe to share.
 *
 * @param id its transaction
 * @param ref who it is, and where
 * @param coordinator knows what this node calls the transaction
 * @param peers how it is reached
 */
public record RemoteSuperior(TransactionId id, SuperiorRef ref, Coordinator coordinator, Peers peers)
        implements Superior {
    /** The first byte of a description: a superior in another process. */
    public static final int KIND = 3;

    /** Rebuilds one from what {@link #describe} wrote, its kind already read. */
    static RemoteSuperior read(TransactionId id, ByteBuffer in, Coordinator coordinator, Peers peers) {
        boolean isNode = in.get() != 0;
        LocalTransactionId name = isNode ? LocalTransactionId.read(in) : null;
        byte[] address = new byte[in.getShort() & 0xFFFF];
        in.get(address);
        SuperiorRef ref = new SuperiorRef(name, new String(address, StandardCharsets.UTF_8));
        return new RemoteSuperior(id, ref, coordinator, peers);
    }

    @Override
    public void describe(ByteSink out) {
        LocalTransactionId name = ref.name();
        out.putByte(KIND).putByte(name == null ? 0 : 1);
        if (name != null) {
            out.putBytes(name.global(), 0, LocalTransactionId.BYTES);
        }
        out.putString(ref.address());
    }

    @Override
    public String name() {
        return ref.toString();
    }

    /** Where this node is reached by the transport that reaches the superior. */
    String selfAddress() {
        String scheme = ref.address().substring(0, Math.max(0, ref.address().indexOf(':')));
        Transport via = peers.transports().find(scheme);
        String address = via == null ? null : via.address();
        return address == null ? scheme + ":" : address;
    }

    @Override
    public void ask(Word word) {
        LocalTransactionId name = ref.name();
        Subordinate asking = coordinator.subordinate(id);
        LocalTransactionId incarnation =
                asking == null ? null : asking.transaction().incarnation();
        if (name == null || incarnation == null) {
            word.undecided(); // a stranger says by itself what it decides
            return;
        }
        Request inquiry = new Request.Inquire(name, new BranchRef(id, incarnation));
        peers.ask(ref.address(), inquiry, response -> tell(word, response));
    }

    private static void tell(Word word, Response response) {
        if (response instanceof Response.Decided decided) {
            switch (decided.decision()) {
                case COMMIT -> word.decided(true);
                case ROLLBACK -> word.decided(false);
                case UNDECIDED -> word.undecided();
            }
        } else if (response instanceof Response.Unanswered lost) {
            word.unreached(lost.cause());
        } else {
            word.unreached(new IllegalStateException(response.toString()));
        }
    }
}
