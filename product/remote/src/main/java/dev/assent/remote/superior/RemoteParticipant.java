package dev.assent.remote.superior;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
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
    /**
     * How long this node repeats a rollback before it leaves the subordinate to ask by itself: longer than a prepared
     * subordinate waits before it asks.
     */
    private static final long ROLLBACK_NANOS_MAX = 30_000_000_000L;

    /** Refusals that may come from a process that knows nothing of the subordinate. */
    private static final Set<Response.Why> SAID_BY_ANOTHER = EnumSet.of(Response.Why.NOT_MINE, Response.Why.NOT_READY);

    private final BranchRef branch;
    private final Peers peers;
    private final LongSupplier remainingMillis;
    private final Whereabouts whereabouts;
    private final CommitEvidence evidence;
    private final HeardMessages registrations = new HeardMessages();
    private volatile boolean hasSynchronizations;
    private volatile @Nullable Throwable problem;

    /** As {@link #ownDecision}. */
    private volatile @Nullable Answer ownDecision;

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
        this(registration, peers, remainingMillis, new CommitEvidence(peers));
    }

    private RemoteParticipant(
            Registration registration, Peers peers, LongSupplier remainingMillis, CommitEvidence evidence) {
        this.branch = registration.branch();
        this.peers = peers;
        this.remainingMillis = remainingMillis;
        this.whereabouts = new Whereabouts(registration.address(), peers.transports());
        this.evidence = evidence;
        this.hasSynchronizations = registration.isFor(Interest.BEFORE_COMPLETION);
    }

    /**
     * Rebuilds a participant from the bytes of {@link #describe}.
     *
     * @param kind the first byte, already read, for which {@link #isOne} is true
     */
    public static RemoteParticipant read(int kind, TransactionId id, ByteBuffer in, Peers peers) {
        LocalTransactionId incarnation = Claim.isStranger(kind) ? null : LocalTransactionId.read(in);
        String address = ByteSink.readString(in);
        BranchRef branch = incarnation == null ? BranchRef.ofStranger(id, address) : new BranchRef(id, incarnation);
        Registration registration = new Registration(branch, address, Set.of(Interest.COMPLETION));
        CommitEvidence evidence = CommitEvidence.ofEarlierLife(Claim.of(kind), peers);
        RemoteParticipant read = new RemoteParticipant(registration, peers, () -> Peers.REQUEST_MILLIS, evidence);
        read.ownDecision = evidence.ownDecision();
        return read;
    }

    /** Whether a description that begins with this byte is of a subordinate. */
    public static boolean isOne(int kind) {
        return Claim.isKind(kind);
    }

    @Override
    public void describe(ByteSink out) {
        LocalTransactionId incarnation = branch.incarnation();
        out.putByte(evidence.claim().kind(incarnation == null));
        if (incarnation == null) {
            out.putString(Objects.requireNonNull(branch.address()));
        } else {
            out.putBytes(incarnation.global(), 0, LocalTransactionId.BYTES).putString(whereabouts.address());
        }
    }

    /** The identity of the subordinate. */
    public BranchRef branch() {
        return branch;
    }

    @Override
    public String address() {
        return ShownAddress.of(whereabouts.address());
    }

    /** The complete address to which requests go. It may hold keys, so it is not for display. */
    public String wireAddress() {
        return whereabouts.address();
    }

    @Override
    public @Nullable String node() {
        NodeId node = branch.node();
        return node == null ? null : node.toString();
    }

    /** Where it is reached. */
    Whereabouts whereabouts() {
        return whereabouts;
    }

    /**
     * Takes its new address after a restart. This node forgets the address at its own restart, and must get it again.
     */
    void moveTo(String elsewhere) {
        whereabouts.moveTo(elsewhere);
        evidence.knows();
        pause = Pause.NONE;
    }

    /** It has asked for the decision, and may hear of the commit by the answer. */
    void mayHearCommit() {
        evidence.mayHearCommit();
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
                ? "stranger-" + Transports.scheme(whereabouts.address())
                : "node-" + node.toString().substring(0, 8);
    }

    @Override
    public String toString() {
        String shown = address();
        return branch.incarnation() == null
                ? "foreign participant at " + shown
                : "subordinate " + branch.incarnation() + " at " + shown;
    }

    @Override
    public Set<Capability> can() {
        Set<Capability> can = EnumSet.of(Capability.PREPARE);
        Transport via = whereabouts.via();
        if (via != null) {
            Set<Feature> wire = via.can();
            add(can, Capability.ONE_PHASE, wire.contains(Feature.ONE_PHASE));
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

    /** Whether this node has asked it to roll back. */
    boolean isRollingBack() {
        return rollbackSinceNanos != 0;
    }

    /** It says unasked that it has made a heuristic decision. */
    void decidesByItself(Answer decision) {
        ownDecision = decision;
    }

    /** A {@link dev.assent.remote.transport.Peer} accepts a request at once and answers later. */
    @Override
    public boolean mayBlock() {
        return false;
    }

    @Override
    public boolean isRetryDue() {
        return peers.mayTry(whereabouts.address()) && pause.isOver(peers.nanos());
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
     * not prepared times out. So this node repeats the rollback for a limited time, and then stops. What the subordinate
     * has decided by itself before counts, whether it confirms the rollback or is not reached (law 12).
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
        if (before == null || before == Answer.HEURISTIC_ROLLBACK) { // of itself, but as decided
            return answer == Answer.HEURISTIC_ROLLBACK ? Answer.DONE : answer;
        }
        return answer == Answer.DONE || answer == Answer.RETRY ? before : answer;
    }

    private boolean asksByItself() {
        Transport via = whereabouts.via();
        return via == null || via.can().contains(Feature.INQUIRY);
    }

    @Override
    public Answer forget(Reply reply) {
        return finish(RemoteVerb.FORGET, reply);
    }

    private Answer finish(RemoteVerb verb, Reply reply) {
        return ask(verb, Peers.REQUEST_MILLIS, response -> {
            Answer answer = evidence.judged(verb, response, answer(verb, response));
            if (answer == Answer.DONE && CommitEvidence.isGone(response)) {
                peers.told(MESSAGES.participantGone(this, branch.id()));
            }
            Answer claimed = evidence.ownDecision();
            ownDecision = claimed == null ? ownDecision : claimed;
            boolean isAskedAgain = answer == Answer.RETRY || answer == Answer.DOUBTFUL;
            pause = isAskedAgain ? pause.next(peers.nanos()) : Pause.NONE;
            if (isAskedAgain
                    && response instanceof Response.Refused refused
                    && refused.why() != Response.Why.NOT_READY) {
                peers.refused(
                        whereabouts.address(),
                        MESSAGES.participantRefuses(
                                this, verb.words(), branch.id(), refused.text(), Pause.SECONDS_MAX, name()));
            }
            reply.done(answer);
        });
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
        peers.ask(whereabouts.address(), new Request.Ask(verb, branch), millis, reply);
        return Answer.PENDING;
    }

    /** The answer, or RETRY if there is none. Keeps the problem that it shows. */
    private Answer answer(RemoteVerb verb, Response response) {
        if (response instanceof Response.Answered answered) {
            Answer answer = answered.answer();
            problem = switch (answer) {
                case DONE -> verb == RemoteVerb.ROLLBACK ? problem : null; // the problem may be why it rolls back
                case PREPARED, READ_ONLY -> problem;
                default -> new IllegalStateException(MESSAGES.participantAnswers(this, verb.words(), answer.words()));
            };
            return answer;
        }
        problem = response instanceof Response.Unanswered lost
                ? lost.cause()
                : new IllegalStateException(response.toString());
        return Answer.RETRY;
    }
}
