package dev.assent.remote.subordinate;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
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

    /** The address for inquiries. */
    private volatile String inquiryAddress;

    /** The time of the last inquiry because of news of its restart. */
    private final AtomicLong askedNanos = new AtomicLong(NEVER);

    /**
     * A superior.
     *
     * @param id its transaction
     * @param ref its name and address
     * @param peers reach it
     */
    public RemoteSuperior(TransactionId id, SuperiorRef ref, Peers peers) {
        this.id = id;
        this.ref = ref;
        this.peers = peers;
        this.inquiryAddress = ref.address();
    }

    /** Rebuilds a superior from the bytes of {@link #describe}, after the kind was read. */
    static RemoteSuperior read(TransactionId id, ByteBuffer in, Peers peers) {
        boolean isNode = in.get() != 0;
        LocalTransactionId name = isNode ? LocalTransactionId.read(in) : null;
        return new RemoteSuperior(id, new SuperiorRef(name, ByteSink.readString(in)), peers);
    }

    /** Writes the address for inquiries, which may differ from the first address; once voted, only this one matters. */
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

    /** Its name and address, as in the context of the first call. */
    public SuperiorRef ref() {
        return ref;
    }

    Peers peers() {
        return peers;
    }

    /** The registration of this node's subordinate by messages of its own. */
    Enrolment enrolment() {
        return enrolment;
    }

    /** Sets the address for inquiries; the caller has checked that it may be called. */
    void setInquiryAddress(String address) {
        inquiryAddress = address;
    }

    /** Whether the wire to it can carry something; false if no transport reaches it. */
    boolean can(Feature feature) {
        Transport via = peers.transports().find(ref.address());
        return via != null && via.can().contains(feature);
    }

    /** Whether it asks for synchronizations before phase one; false for a stranger, which may or may not ask. */
    boolean asksBeforePhaseOne() {
        return ref.name() != null && can(Feature.SYNCHRONIZATIONS);
    }

    /**
     * The address of this node on the transport that reaches the superior.
     *
     * @param other the transport to use if none reaches it
     */
    String selfAddress(@Nullable Transport other) {
        Transport to = peers.transports().find(ref.address());
        Transport via = to == null ? other : to;
        return via == null ? Transports.scheme(ref.address()) + ":" : Transports.self(via);
    }

    /**
     * Takes the permit to send an inquiry because of news. There is at most one permit a second, and only over a wire
     * with {@link Transport.Feature#RESTARTS}.
     *
     * @return whether the caller has the permit
     */
    boolean takeQuestionForNews() {
        long now = peers.nanos();
        long before = askedNanos.get();
        return can(Feature.RESTARTS)
                && (before == NEVER || now - before >= NEWS_NANOS)
                && askedNanos.compareAndSet(before, now);
    }

    /** Sends an inquiry, also to a stranger. If the wire has none, the superior sends its decision by itself. */
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
