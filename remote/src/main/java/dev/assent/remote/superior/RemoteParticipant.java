package dev.assent.remote.superior;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;
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
    /** The first byte of a description: a subordinate in another process. */
    public static final int KIND = 3;

    private final BranchRef branch;
    private final String address;
    private final Peers peers;
    private final Set<Capability> plain;
    private final Set<Capability> synchronizing;

    /** The addresses it was called at. */
    private final Set<String> calledAt = new CopyOnWriteArraySet<>();

    private volatile boolean hasSynchronizations;
    private volatile @Nullable Throwable problem;

    /** The subordinate that has made itself known. */
    RemoteParticipant(Registration registration, Peers peers) {
        this(registration.branch(), registration.address(), peers);
        this.hasSynchronizations = registration.hasSynchronizations();
    }

    private RemoteParticipant(BranchRef branch, String address, Peers peers) {
        this.branch = branch;
        this.address = address;
        this.peers = peers;
        this.plain = capabilities(address, peers);
        this.synchronizing = EnumSet.copyOf(plain);
        this.synchronizing.add(Capability.SYNCHRONIZATIONS);
    }

    private static Set<Capability> capabilities(String address, Peers peers) {
        Set<Capability> can = EnumSet.of(Capability.PREPARE, Capability.READ_ONLY);
        Transport via = peers.transports().find(address.substring(0, Math.max(0, address.indexOf(':'))));
        if (via != null) {
            add(can, Capability.ONE_PHASE, via, Feature.ONE_PHASE);
            add(can, Capability.HEURISTICS, via, Feature.HEURISTICS);
            add(can, Capability.FORGET, via, Feature.FORGET);
        }
        return can;
    }

    private static void add(Set<Capability> can, Capability capability, Transport via, Feature feature) {
        if (via.can().contains(feature)) {
            can.add(capability);
        }
    }

    /** Rebuilds one from what {@link #describe} wrote, its kind already read. */
    public static RemoteParticipant read(TransactionId id, ByteBuffer in, Peers peers) {
        LocalTransactionId incarnation = LocalTransactionId.read(in);
        byte[] address = new byte[in.getShort() & 0xFFFF];
        in.get(address);
        return new RemoteParticipant(
                new BranchRef(id, incarnation), new String(address, StandardCharsets.UTF_8), peers);
    }

    @Override
    public void describe(ByteSink out) {
        out.putByte(KIND).putBytes(branch.incarnation().global(), 0, LocalTransactionId.BYTES);
        out.putString(address);
    }

    /** Who it is. */
    public BranchRef branch() {
        return branch;
    }

    /** Where it is asked. */
    public String address() {
        return address;
    }

    /** A reply to a call at this address came from it. */
    void heardAt(String called) {
        calledAt.add(called);
    }

    /** Whether a reply to a call at this address came from it before. */
    boolean isAt(String called) {
        return calledAt.contains(called);
    }

    /** It wants to be asked before any participant prepares, again if it was asked before. */
    void setSynchronizations() {
        hasSynchronizations = true;
    }

    @Override
    public String name() {
        return "node-" + branch.incarnation().origin().node().toString().substring(0, 8);
    }

    @Override
    public String toString() {
        return "subordinate " + branch.incarnation() + " at " + address;
    }

    @Override
    public Set<Capability> can() {
        return hasSynchronizations ? synchronizing : plain;
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
    public boolean isRetryDue() {
        return peers.mayTry(address);
    }

    // ---- verbs

    @Override
    public Answer beforeCompletion(Reply reply) {
        hasSynchronizations = false;
        return ask(RemoteVerb.BEFORE_COMPLETION, reply, answer -> answer == Answer.DONE ? answer : Answer.REFUSED);
    }

    @Override
    public Answer prepare(Reply reply) {
        return ask(RemoteVerb.PREPARE, reply, answer -> switch (answer) {
            case PREPARED, READ_ONLY, ROLLED_BACK -> answer;
            default -> Answer.REFUSED;
        });
    }

    @Override
    public Answer commit(Reply reply) {
        return ask(RemoteVerb.COMMIT, reply, RemoteParticipant::finished);
    }

    @Override
    public Answer rollback(Reply reply) {
        return ask(RemoteVerb.ROLLBACK, reply, RemoteParticipant::finished);
    }

    @Override
    public Answer forget(Reply reply) {
        return ask(RemoteVerb.FORGET, reply, RemoteParticipant::finished);
    }

    private static Answer finished(Answer answer) {
        return answer == Answer.DONE || answer.isHeuristic() ? answer : Answer.RETRY;
    }

    /** A request that may have arrived may have been done (law 11); one that did not leaves nothing decided. */
    @Override
    public Answer commitOnePhase(Reply reply) {
        Request request = new Request.Ask(RemoteVerb.COMMIT_ONE_PHASE, branch);
        peers.ask(address, request, response -> reply.done(onePhase(response)));
        return Answer.PENDING;
    }

    private Answer onePhase(Response response) {
        Answer answer = answer(response);
        if (answer == Answer.DONE || answer == Answer.ROLLED_BACK || answer.isHeuristic()) {
            return answer;
        }
        boolean isUndone = response instanceof Response.Refused
                || (response instanceof Response.Unanswered lost && !lost.mayHaveArrived());
        return isUndone ? Answer.RETRY : Answer.HEURISTIC_HAZARD;
    }

    private Answer ask(RemoteVerb verb, Reply reply, Function<Answer, Answer> meaning) {
        peers.ask(address, new Request.Ask(verb, branch), response -> reply.done(meaning.apply(answer(response))));
        return Answer.PENDING;
    }

    /** The answer, RETRY when there is none; why, is kept. */
    private Answer answer(Response response) {
        if (response instanceof Response.Answered answered) {
            problem = answered.answer() == Answer.DONE ? null : problem;
            return answered.answer();
        }
        problem = response instanceof Response.Unanswered lost
                ? lost.cause()
                : new IllegalStateException(response.toString());
        return Answer.RETRY;
    }
}
