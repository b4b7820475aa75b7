package dev.assent.remote.subordinate;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.transaction.Superior;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.remote.transport.Transports;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The superior of one transaction of this node, in another process.
 *
 * <p>Thread safety: safe to share.
 */
public final class RemoteSuperior implements Superior {
    /** The first byte of a description: a superior in another process. */
    public static final int KIND = 3;

    private static final long NEVER = Long.MIN_VALUE;

    /** How often news of a restart may make this node ask. */
    private static final long NEWS_NANOS = 1_000_000_000L;

    private final TransactionId id;
    private final SuperiorRef ref;
    private final Peers peers;
    private final Enrolment enrolment = new Enrolment(this);

    /** Where it is asked what is decided. */
    private volatile String inquiryAddress;

    /** When it was asked last since it was said to have restarted. */
    private final AtomicLong askedNanos = new AtomicLong(NEVER);

    /**
     * A superior.
     *
     * @param id its transaction
     * @param ref who it is, and where
     * @param peers how it is reached
     */
    public RemoteSuperior(TransactionId id, SuperiorRef ref, Peers peers) {
        this.id = id;
        this.ref = ref;
        this.peers = peers;
        this.inquiryAddress = ref.address();
    }

    /** Rebuilds one from what {@link #describe} wrote, its kind already read. */
    static RemoteSuperior read(TransactionId id, ByteBuffer in, Peers peers) {
        boolean isNode = in.get() != 0;
        LocalTransactionId name = isNode ? LocalTransactionId.read(in) : null;
        byte[] address = new byte[in.getShort() & 0xFFFF];
        in.get(address);
        return new RemoteSuperior(id, new SuperiorRef(name, new String(address, StandardCharsets.UTF_8)), peers);
    }

    /** Writes where to ask, which its first address need not be: that is of no use once this node has voted. */
    @Override
    public void describe(ByteSink out) {
        LocalTransactionId name = ref.name();
        out.putByte(KIND).putByte(name == null ? 0 : 1);
        if (name != null) {
            out.putBytes(name.global(), 0, LocalTransactionId.BYTES);
        }
        out.putString(inquiryAddress);
    }

    @Override
    public String name() {
        return ref.toString();
    }

    /** Who it is, as the first call has told. */
    public SuperiorRef ref() {
        return ref;
    }

    Peers peers() {
        return peers;
    }

    /** What it was told of this node's subordinate by messages of its own. */
    Enrolment enrolment() {
        return enrolment;
    }

    /** From now on it is asked here; the address may be called. */
    void setInquiryAddress(String address) {
        inquiryAddress = address;
    }

    /** Whether the wire to it can carry something; not when there is none. */
    boolean can(Feature feature) {
        Transport via = peers.transports().find(ref.address());
        return via != null && via.can().contains(feature);
    }

    /** Whether it asks for synchronizations before phase one; a stranger may, and nobody knows whether it will. */
    boolean asksBeforePhaseOne() {
        return ref.name() != null && can(Feature.SYNCHRONIZATIONS);
    }

    /**
     * Where this node is reached by the transport that reaches the superior.
     *
     * @param other the transport that counts when there is none
     */
    String selfAddress(@Nullable Transport other) {
        Transport to = peers.transports().find(ref.address());
        Transport via = to == null ? other : to;
        return via == null ? Transports.scheme(ref.address()) + ":" : Transports.self(via);
    }

    /**
     * Takes the permit to ask now because of news. There is one a second at most, and only over a wire with {@link
     * Transport.Feature#RESTARTS}.
     *
     * @return whether there was one
     */
    boolean takeQuestionForNews() {
        long now = peers.nanos();
        long before = askedNanos.get();
        return can(Feature.RESTARTS)
                && (before == NEVER || now - before >= NEWS_NANOS)
                && askedNanos.compareAndSet(before, now);
    }

    /** Asks it, also a stranger; it says by itself what it decides where the wire has no question. */
    @Override
    public void ask(LocalTransactionId asking, Word word) {
        Transport via = peers.transports().find(inquiryAddress);
        if (via != null && !via.can().contains(Feature.INQUIRY)) {
            word.undecided();
            return;
        }
        Request inquiry = new Request.Inquire(ref.name(), new BranchRef(id, asking));
        peers.ask(inquiryAddress, inquiry, response -> tell(word, response));
    }

    @Override
    public void rolledBack(LocalTransactionId leaving) {
        Request vote = new Request.Vote(ref.name(), new BranchRef(id, leaving), Answer.ROLLED_BACK);
        peers.ask(ref.address(), vote, nobodyWaits -> {});
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
