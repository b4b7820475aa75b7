package dev.assent.remote.superior;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import dev.assent.core.time.Pause;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.remote.transport.Transports;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A subordinate in another process, as a participant of a transaction of this node.
 *
 * <p>This class never repeats a message that got no answer. A missing vote counts as none. Recovery repeats phase two,
 * any number of times.
 *
 * <p>Thread safety: as {@link Participant}; replies may come on any thread.
 */
public final class RemoteParticipant implements Participant {
    /** The first byte of a description: a subordinate at a node of Assent. */
    private static final int KIND = 3;

    /** The first byte of a description: a stranger's subordinate, which has no name but its address. */
    private static final int KIND_STRANGER = 4;

    /**
     * A subordinate that heard the commit and claimed that it can't commit. A version that does not know this byte
     * leaves the transaction alone.
     */
    private static final int KIND_DOUBTFUL = 5;

    /** As {@link #KIND_DOUBTFUL}, for a stranger's. */
    private static final int KIND_STRANGER_DOUBTFUL = 6;

    /** A subordinate that said, before it can have heard a commit, that it does not know the transaction. */
    private static final int KIND_LOST = 7;

    /** As {@link #KIND_LOST}, for a stranger's. */
    private static final int KIND_STRANGER_LOST = 8;

    /**
     * How long this node repeats a rollback before it leaves the subordinate to ask by itself: longer than a prepared
     * subordinate waits before it asks.
     */
    private static final long ROLLBACK_NANOS_MAX = 30_000_000_000L;

    /**
     * How long a subordinate that may have heard the commit must answer that it does not know the transaction, until
     * this node assumes that it has committed: longer than the interval of other vendors' recovery passes, in which a
     * restarted subordinate asks for the decision.
     */
    private static final long GONE_NANOS = 600_000_000_000L;

    /** Refusals that may come from a process that knows nothing of the subordinate. */
    private static final Set<Response.Why> SAID_BY_ANOTHER = EnumSet.of(Response.Why.NOT_MINE, Response.Why.NOT_READY);

    private final BranchRef branch;
    private final Peers peers;
    private final LongSupplier remainingMillis;
    private final HeardMessages registrations = new HeardMessages();

    /** The address to which requests go. */
    private volatile String address;

    /** The addresses at which calls reached it. */
    private final Set<String> calledAt = new CopyOnWriteArraySet<>();

    private volatile boolean hasSynchronizations;
    private volatile @Nullable Throwable problem;

    /** The heuristic decision that it made before its vote, as its answer to prepare said; null if it made none. */
    private volatile @Nullable Answer ownDecision;

    /** Whether it heard the commit and claimed that it can't commit. */
    private volatile boolean isDoubtful;

    /**
     * Whether it said, before it can have heard a commit, that it does not know the transaction: then it has lost its
     * work, or has restarted and asks later.
     */
    private volatile boolean isLost;

    /** Whether it may have heard the commit: in an earlier life, or by a request without an answer. */
    private volatile boolean mayKnow;

    /** Since when it answers to commit that it does not know the transaction; 0 while it does not answer so. */
    private volatile long goneSinceNanos;

    /** The pause since the last request to finish that it did not confirm. */
    private volatile Pause pause = Pause.NONE;

    /** When this node first asked it to roll back; 0 before. */
    private volatile long rollbackSinceNanos;

    /**
     * The subordinate of a registration.
     *
     * @param remainingMillis how long the superior's transaction may stay undecided
     */
    RemoteParticipant(Registration registration, Peers peers, LongSupplier remainingMillis) {
        this.branch = registration.branch();
        this.address = registration.address();
        this.peers = peers;
        this.remainingMillis = remainingMillis;
        this.hasSynchronizations = registration.isFor(Interest.BEFORE_COMPLETION);
    }

    /**
     * Rebuilds a participant from the bytes of {@link #describe}.
     *
     * @param kind the first byte, already read, for which {@link #isOne} is true
     */
    public static RemoteParticipant read(int kind, TransactionId id, ByteBuffer in, Peers peers) {
        boolean isNamed = kind == KIND || kind == KIND_DOUBTFUL || kind == KIND_LOST;
        LocalTransactionId incarnation = isNamed ? LocalTransactionId.read(in) : null;
        byte[] bytes = new byte[in.getShort() & 0xFFFF];
        in.get(bytes);
        String address = new String(bytes, StandardCharsets.UTF_8);
        BranchRef branch = incarnation == null ? BranchRef.ofStranger(id, address) : new BranchRef(id, incarnation);
        Registration registration = new Registration(branch, address, Set.of(Interest.COMPLETION));
        RemoteParticipant read = new RemoteParticipant(registration, peers, () -> Peers.REQUEST_MILLIS);
        read.mayKnow = true;
        read.isDoubtful = kind == KIND_DOUBTFUL || kind == KIND_STRANGER_DOUBTFUL;
        read.isLost = kind == KIND_LOST || kind == KIND_STRANGER_LOST;
        return read;
    }

    /** Whether a description that begins with this byte is of a subordinate. */
    public static boolean isOne(int kind) {
        return kind >= KIND && kind <= KIND_STRANGER_LOST;
    }

    @Override
    public void describe(ByteSink out) {
        LocalTransactionId incarnation = branch.incarnation();
        if (incarnation == null) {
            out.putByte(isDoubtful ? KIND_STRANGER_DOUBTFUL : isLost ? KIND_STRANGER_LOST : KIND_STRANGER);
        } else {
            out.putByte(isDoubtful ? KIND_DOUBTFUL : isLost ? KIND_LOST : KIND)
                    .putBytes(incarnation.global(), 0, LocalTransactionId.BYTES);
        }
        out.putString(incarnation == null ? Objects.requireNonNull(branch.address()) : address);
    }

    /** The identity of the subordinate. */
    public BranchRef branch() {
        return branch;
    }

    @Override
    public String address() {
        return ShownAddress.of(address);
    }

    /** The complete address to which requests go. It may hold keys, so it is not for display. */
    public String wireAddress() {
        return address;
    }

    @Override
    public @Nullable String node() {
        NodeId node = branch.node();
        return node == null ? null : node.toString();
    }

    /** Notes that a reply to a call at this address came from it. */
    void heardAt(String called) {
        calledAt.add(called);
    }

    /** Whether a call at this address reaches it: a reply said so, or its registered address begins with this one. */
    boolean isAt(String called) {
        return address.equals(called) || address.startsWith(called + "/") || calledAt.contains(called);
    }

    /**
     * Takes its new address after a restart. This node forgets the address at its own restart, and must get it again.
     */
    void moveTo(String elsewhere) {
        address = elsewhere;
        goneSinceNanos = 0;
        isLost = false; // it knows the transaction
        pause = Pause.NONE;
    }

    /** The registrations that it has sent. */
    HeardMessages registrations() {
        return registrations;
    }

    /** Has it asked for its synchronizations before any participant prepares, once more if it was asked already. */
    void setSynchronizations() {
        hasSynchronizations = true;
    }

    /** A stranger's name ends with a checksum of its registered address, so that an operator gives up this one only. */
    @Override
    public String name() {
        String registered = branch.address();
        if (registered == null) {
            return meterName();
        }
        CRC32C digits = new CRC32C();
        digits.update(registered.getBytes(StandardCharsets.UTF_8));
        return meterName() + "-" + HexFormat.of().toHexDigits((int) digits.getValue());
    }

    @Override
    public String meterName() {
        NodeId node = branch.node();
        return node == null
                ? "stranger-" + Transports.scheme(address)
                : "node-" + node.toString().substring(0, 8);
    }

    @Override
    public String toString() {
        String shown = ShownAddress.of(address);
        return branch.incarnation() == null
                ? "stranger at " + shown
                : "subordinate " + branch.incarnation() + " at " + shown;
    }

    @Override
    public Set<Capability> can() {
        Set<Capability> can = EnumSet.of(Capability.PREPARE, Capability.READ_ONLY);
        Transport via = peers.transports().find(address);
        if (via != null) {
            Set<Feature> wire = via.can();
            add(can, Capability.ONE_PHASE, wire.contains(Feature.ONE_PHASE));
            add(can, Capability.HEURISTICS, wire.contains(Feature.HEURISTICS));
            add(can, Capability.FORGET, wire.contains(Feature.FORGET));
            add(can, Capability.SYNCHRONIZATIONS, hasSynchronizations && wire.contains(Feature.SYNCHRONIZATIONS));
        }
        return can;
    }

    private static void add(Set<Capability> can, Capability capability, boolean isThere) {
        if (isThere) {
            can.add(capability);
        }
    }

    @Override
    public @Nullable Throwable problem() {
        return problem;
    }

    @Override
    public boolean needsResource() {
        return false;
    }

    @Override
    public @Nullable Answer ownDecision() {
        return ownDecision;
    }

    /** A {@link dev.assent.remote.transport.Peer} accepts a request at once and answers later. */
    @Override
    public boolean mayBlock() {
        return false;
    }

    @Override
    public boolean isRetryDue() {
        return peers.mayTry(address) && pause.isOver(peers.nanos());
    }

    // ---- verbs

    @Override
    public Answer beforeCompletion(Reply reply) {
        hasSynchronizations = false;
        return ask(
                RemoteVerb.BEFORE_COMPLETION,
                Peers.undecidedMillis(remainingMillis.getAsLong()),
                response -> reply.done(
                        answer(RemoteVerb.BEFORE_COMPLETION, response) == Answer.DONE ? Answer.DONE : Answer.REFUSED));
    }

    @Override
    public Answer prepare(Reply reply) {
        long millis = Peers.undecidedMillis(remainingMillis.getAsLong());
        return ask(RemoteVerb.PREPARE, millis, response -> reply.done(vote(answer(RemoteVerb.PREPARE, response))));
    }

    /**
     * A subordinate that has decided by itself counts as refusing; its decision is the answer to the rollback that
     * follows.
     */
    private Answer vote(Answer answer) {
        if (answer.isHeuristic()) {
            ownDecision = answer;
        }
        return switch (answer) {
            case PREPARED, READ_ONLY, ROLLED_BACK -> answer;
            default -> Answer.REFUSED;
        };
    }

    @Override
    public Answer commit(Reply reply) {
        return finish(RemoteVerb.COMMIT, reply);
    }

    /**
     * The subordinate need not confirm a rollback, since rollback is presumed: a prepared one asks, and one that has
     * not prepared times out. So this node repeats the rollback for a limited time, and then stops. If the subordinate
     * confirms a rollback, that does not undo a decision that it made by itself before (law 12).
     */
    @Override
    public Answer rollback(Reply reply) {
        long now = peers.nanos();
        if (rollbackSinceNanos == 0) {
            rollbackSinceNanos = now;
        } else if (now - rollbackSinceNanos > ROLLBACK_NANOS_MAX && asksByItself()) {
            return rolledBack(Answer.DONE);
        }
        return finish(RemoteVerb.ROLLBACK, answer -> reply.done(rolledBack(answer)));
    }

    private Answer rolledBack(Answer answer) {
        Answer before = ownDecision;
        return answer == Answer.DONE && before != null ? before : answer;
    }

    private boolean asksByItself() {
        Transport via = peers.transports().find(address);
        return via == null || via.can().contains(Feature.INQUIRY);
    }

    @Override
    public Answer forget(Reply reply) {
        return finish(RemoteVerb.FORGET, reply);
    }

    private Answer finish(RemoteVerb verb, Reply reply) {
        return ask(verb, Peers.REQUEST_MILLIS, response -> {
            Answer told = answer(verb, response);
            Answer answer = verb == RemoteVerb.COMMIT && isGone(response) ? gone() : finished(verb, told);
            mayKnow |= verb == RemoteVerb.COMMIT && mayHaveArrived(response);
            boolean isAskedAgain = answer == Answer.RETRY || answer == Answer.DOUBTFUL;
            pause = isAskedAgain ? pause.next(peers.nanos()) : Pause.NONE;
            if (isAskedAgain
                    && response instanceof Response.Refused refused
                    && refused.why() != Response.Why.NOT_READY) {
                peers.refused(
                        address,
                        MESSAGES.participantRefuses(
                                this, verb, branch.id(), refused.text(), Pause.SECONDS_MAX, name()));
            }
            reply.done(answer);
        });
    }

    /**
     * The answer to a commit of a subordinate that does not know the transaction. A prepared subordinate keeps the
     * transaction until it hears the decision. So if it may have heard the commit before, and answers so for long, it
     * has committed and forgotten the transaction: DONE (CORBA OTS 1.4: a Resource may go once it has committed). This
     * node does not believe it at once, since another process at its address would answer the same, and so would a
     * restarted one until it asks.
     *
     * <p>If it answers so before it can have heard the commit, it has not committed. This node records that once, as
     * DOUBTFUL, and an operator ends the transaction. In a later life this node no longer knows that it had not heard
     * the commit, so the same answer is then a hazard (laws 11, 12).
     */
    private Answer gone() {
        if (!mayKnow) {
            boolean isNews = !isLost && !isDoubtful;
            isLost = true;
            return isNews ? Answer.DOUBTFUL : Answer.RETRY;
        }
        long now = peers.nanos();
        if (goneSinceNanos == 0) {
            goneSinceNanos = now;
        }
        if (now - goneSinceNanos < GONE_NANOS) {
            return Answer.RETRY;
        }
        if (isLost || isDoubtful) {
            return Answer.HEURISTIC_HAZARD;
        }
        peers.told(MESSAGES.participantGone(this, branch.id()));
        return Answer.DONE;
    }

    private static boolean mayHaveArrived(Response response) {
        return response instanceof Response.Unanswered lost
                ? lost.mayHaveArrived()
                : response instanceof Response.Answered;
    }

    private static boolean isGone(Response response) {
        return response instanceof Response.Refused refused && refused.why() == Response.Why.GONE;
    }

    /**
     * This node records once that the subordinate claims that it can't commit, and still repeats the commit. If the
     * subordinate confirms later, nobody knows what it did: over some wires a subordinate that no longer knows the
     * transaction confirms any request (laws 11, 12).
     */
    private Answer finished(RemoteVerb verb, Answer answer) {
        goneSinceNanos = 0;
        if (verb == RemoteVerb.COMMIT && answer == Answer.DOUBTFUL && !isDoubtful) {
            isDoubtful = true;
            return answer;
        }
        if (verb == RemoteVerb.COMMIT && answer == Answer.DONE && isDoubtful) {
            return Answer.HEURISTIC_HAZARD;
        }
        return answer == Answer.DONE || answer.isHeuristic() ? answer : Answer.RETRY;
    }

    /**
     * A request that may have arrived may have been done (law 11); one that did not arrive decides nothing. If the
     * transaction has the time, this waits longer than usual for the answer, since without one an operator must look.
     */
    @Override
    public Answer commitOnePhase(Reply reply) {
        long millis = Math.max(Peers.REQUEST_MILLIS, Peers.undecidedMillis(remainingMillis.getAsLong()));
        return ask(RemoteVerb.COMMIT_ONE_PHASE, millis, response -> reply.done(onePhase(response)));
    }

    /**
     * Whether the response proves that nothing was done. The refusal of another process at the same address does not
     * prove it. Nor does that of a later life that has not read its log, since a wire may deliver a request twice.
     */
    private static boolean isUndone(Response response) {
        return response instanceof Response.Unanswered lost
                ? !lost.mayHaveArrived()
                : response instanceof Response.Refused refused && !SAID_BY_ANOTHER.contains(refused.why());
    }

    private Answer onePhase(Response response) {
        Answer answer = answer(RemoteVerb.COMMIT_ONE_PHASE, response);
        if (answer == Answer.DONE || answer == Answer.ROLLED_BACK || answer.isHeuristic()) {
            return answer;
        }
        return isUndone(response) ? Answer.RETRY : Answer.HEURISTIC_HAZARD;
    }

    private Answer ask(RemoteVerb verb, long millis, Consumer<Response> reply) {
        peers.ask(address, new Request.Ask(verb, branch), millis, reply);
        return Answer.PENDING;
    }

    /** The answer, or RETRY if there is none. Keeps the problem that it shows. */
    private Answer answer(RemoteVerb verb, Response response) {
        if (response instanceof Response.Answered answered) {
            Answer answer = answered.answer();
            problem = switch (answer) {
                case DONE -> verb == RemoteVerb.ROLLBACK ? problem : null; // the problem may be why it rolls back
                case PREPARED, READ_ONLY -> problem;
                default -> new IllegalStateException(MESSAGES.participantAnswers(this, verb, answer));
            };
            return answer;
        }
        problem = response instanceof Response.Unanswered lost
                ? lost.cause()
                : new IllegalStateException(response.toString());
        return Answer.RETRY;
    }
}
