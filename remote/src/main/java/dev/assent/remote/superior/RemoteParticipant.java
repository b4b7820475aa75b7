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
 * <p>A message without an answer is never sent again by this class: a vote that does not come is none, and phase two is
 * tried again by recovery, which asks any number of times.
 *
 * <p>Thread safety: as {@link Participant}; what replies tell of it may come by any thread.
 */
public final class RemoteParticipant implements Participant {
    /** The first byte of a description: a subordinate at a node of ours. */
    private static final int KIND = 3;

    /** The first byte of a description: a stranger's subordinate, which has no name but its address. */
    private static final int KIND_STRANGER = 4;

    /** The same of one that was told to commit, and has claimed that it can't: who does not know that leaves it alone. */
    private static final int KIND_DOUBTFUL = 5;

    /** The same of a stranger's. */
    private static final int KIND_STRANGER_DOUBTFUL = 6;

    /** The same of one that had nothing of the transaction before it can have been told to commit. */
    private static final int KIND_LOST = 7;

    /** The same of a stranger's. */
    private static final int KIND_STRANGER_LOST = 8;

    /**
     * How long it is asked to roll back until it is left to ask by itself: longer than one that is prepared waits before
     * it asks.
     */
    private static final long ROLLBACK_NANOS_MAX = 30_000_000_000L;

    /**
     * How long one that may have been told to commit says that it has nothing of the transaction, until it is taken to have
     * committed: longer than the passes of others' recovery are apart, by which one that has restarted asks what is decided.
     */
    private static final long GONE_NANOS = 600_000_000_000L;

    /** What is said of a subordinate by who may know nothing of it. */
    private static final Set<Response.Why> SAID_BY_ANOTHER = EnumSet.of(Response.Why.NOT_MINE, Response.Why.NOT_READY);

    private final BranchRef branch;
    private final Peers peers;
    private final LongSupplier remainingMillis;
    private final HeardMessages registrations = new HeardMessages();

    /** Where it is told. */
    private volatile String address;

    /** The addresses it was called at. */
    private final Set<String> calledAt = new CopyOnWriteArraySet<>();

    private volatile boolean hasSynchronizations;
    private volatile @Nullable Throwable problem;

    /** What it has decided by itself before it was asked for its vote, as its answer to that has told; else null. */
    private volatile @Nullable Answer ownDecision;

    /** Whether it was told to commit, and has claimed that it can't. */
    private volatile boolean isDoubtful;

    /**
     * Whether it had nothing of the transaction before it can have been told to commit: it has lost its work then, or it has
     * restarted and asks later.
     */
    private volatile boolean isLost;

    /** Whether it may have been told to commit: in an earlier life, or by a request that was not answered. */
    private volatile boolean mayKnow;

    /** Since when it says that it has nothing of what it is to commit; 0 while it does not. */
    private volatile long goneSinceNanos;

    /** Since it was asked to finish, and did not answer that it has. */
    private volatile Pause pause = Pause.NONE;

    /** When it was asked to roll back first; 0 before. */
    private volatile long rollbackSinceNanos;

    /**
     * The subordinate that has made itself known.
     *
     * @param remainingMillis how long its superior's transaction may go on undecided
     */
    RemoteParticipant(Registration registration, Peers peers, LongSupplier remainingMillis) {
        this.branch = registration.branch();
        this.address = registration.address();
        this.peers = peers;
        this.remainingMillis = remainingMillis;
        this.hasSynchronizations = registration.isFor(Interest.BEFORE_COMPLETION);
    }

    /**
     * Rebuilds one from what {@link #describe} wrote.
     *
     * @param kind one that {@link #isOne} knows, already read
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

    /** Who it is. */
    public BranchRef branch() {
        return branch;
    }

    @Override
    public String address() {
        return ShownAddress.of(address);
    }

    /** Where it is told, with what its wire needs for that: not for people. */
    public String wireAddress() {
        return address;
    }

    @Override
    public @Nullable String node() {
        NodeId node = branch.node();
        return node == null ? null : node.toString();
    }

    /** A reply to a call at this address came from it. */
    void heardAt(String called) {
        calledAt.add(called);
    }

    /** Whether a call at this address reaches it, as a reply has told, or its registration, whose front is its process. */
    boolean isAt(String called) {
        return address.equals(called) || address.startsWith(called + "/") || calledAt.contains(called);
    }

    /** It has restarted, and is told there; until this node restarts itself, when it has to say so again. */
    void moveTo(String elsewhere) {
        address = elsewhere;
        goneSinceNanos = 0;
        isLost = false; // it knows the transaction
        pause = Pause.NONE;
    }

    /** By which messages it has registered. */
    HeardMessages registrations() {
        return registrations;
    }

    /** It wants to be asked before any participant prepares, again if it was asked before. */
    void setSynchronizations() {
        hasSynchronizations = true;
    }

    /** A stranger's has digits of the address that it has registered: an operator gives up this one, and no other. */
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

    /** A {@link dev.assent.remote.transport.Peer} takes what it is asked, and answers later. */
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

    /** Who has decided by itself refuses, and what it has decided is the answer of the rollback that follows. */
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
     * It need not confirm a rollback, which is presumed: one that is prepared asks, and one that is not runs out of its
     * time. So it is told for a while, and then let go. A rollback that it confirms does not undo what it has decided by
     * itself before (law 12).
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
     * One that is prepared keeps the transaction until it was told. So one that may have been told before, and says for long that
     * it has nothing of it, has committed and forgotten it: DONE (CORBA OTS 1.4: a Resource may go once it has committed).
     * Another process at its place would say the same, and so would one that has restarted, until it asks; so it is not
     * believed at once.
     *
     * <p>One that says so before it can have been told has not committed. That is put on record once, DOUBTFUL: an operator ends
     * it, and what it says for long in a later life, when nobody knows any more that it was not told, is a hazard (law 11, law 12).
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
     * A claim that it can't commit is put on record once. It is told to commit all the same; but when it confirms that
     * then, nobody can tell what it did: one that knows the transaction no more confirms whatever it is told, over some wires
     * (laws 11, 12).
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
     * A request that may have arrived may have been done (law 11); one that did not leaves nothing decided. Its answer is
     * waited for longer than is usual when the transaction has the time, since without one an operator has to look.
     */
    @Override
    public Answer commitOnePhase(Reply reply) {
        long millis = Math.max(Peers.REQUEST_MILLIS, Peers.undecidedMillis(remainingMillis.getAsLong()));
        return ask(RemoteVerb.COMMIT_ONE_PHASE, millis, response -> reply.done(onePhase(response)));
    }

    /**
     * What another process says in its place, that it is not the one, tells nothing of what has come to this one; nor does
     * a later life that has not read its log, where a wire brings a request twice.
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

    /** The answer, RETRY when there is none; what is wrong with it, is kept. */
    private Answer answer(RemoteVerb verb, Response response) {
        if (response instanceof Response.Answered answered) {
            Answer answer = answered.answer();
            problem = switch (answer) {
                case DONE -> verb == RemoteVerb.ROLLBACK ? problem : null; // which may be why
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
