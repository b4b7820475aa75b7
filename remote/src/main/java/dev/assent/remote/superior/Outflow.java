package dev.assent.remote.superior;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.message.Message;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The calls that transactions of this node make to other processes, and the subordinates that they make there.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Outflow {
    private final NodeEpoch life;
    private final Peers peers;

    /** The outflow of a node in this life. */
    public Outflow(NodeEpoch life, Peers peers) {
        this.life = life;
        this.peers = peers;
    }

    /**
     * A call is about to be made as part of a transaction; {@link #end} must follow when there is a context.
     *
     * @param via how
     * @param address whom
     * @return null when the transaction takes no more work
     */
    public @Nullable Context begin(Transaction transaction, Transport via, String address) {
        if (transaction.isMarkedRollback() || transaction.enter() != Admission.ADMITTED) {
            return null;
        }
        LocalTransactionId known = known(transaction, address);
        if (!transaction.leave() || transaction.beginCall() != Admission.ADMITTED) {
            return null;
        }
        return new Context(transaction.id(), self(via), transaction.remainingMillis(), known);
    }

    /** The subordinate there, if one has made itself known; the caller has the participants for itself. */
    private static @Nullable LocalTransactionId known(Transaction transaction, String address) {
        LocalTransactionId known = null;
        for (Participant each : transaction.participants()) {
            if (each instanceof RemoteParticipant subordinate && subordinate.isAt(address)) {
                known = subordinate.branch().incarnation();
            }
        }
        return known;
    }

    /** How subordinates find this node over a transport. */
    public SuperiorRef self(Transport via) {
        String address = via.address();
        return new SuperiorRef(life, address == null ? via.scheme() + ":" : address);
    }

    /** The call is over: what its reply says of the transaction is taken to heart. */
    public void end(Transaction transaction, String address, Result result) {
        try {
            if (result instanceof Result.Returned returned) {
                take(transaction, address, returned.effect());
            } else if (result instanceof Result.Thrown thrown) {
                take(transaction, address, thrown.effect());
            } else if (result instanceof Result.Unanswered lost && lost.mayHaveArrived()) {
                transaction.markRollback(lost.cause()); // law 16
            }
        } finally {
            transaction.endCall();
        }
    }

    private void take(Transaction transaction, String address, Result.Effect effect) {
        Registration registration = effect.registration();
        if (registration != null) {
            register(transaction, registration, address);
        }
        if (effect.isRollbackOnly()) {
            transaction.markRollback(
                    new IllegalStateException(Message.MARKED_ELSEWHERE.text(transaction.id(), address)));
        }
    }

    /**
     * A subordinate makes itself known. A second one of the same node has lost the work of the first, so the
     * transaction can only roll back (law 15); one that comes too late is told to roll back.
     *
     * @param calledAt the address that was called; null when it registers by a message of its own
     * @return whether it is a participant now
     */
    public boolean register(Transaction transaction, Registration registration, @Nullable String calledAt) {
        if (transaction.enter() != Admission.ADMITTED) {
            rollBack(registration);
            return false;
        }
        try {
            RemoteParticipant made = admit(transaction, registration);
            if (calledAt != null) {
                made.heardAt(calledAt);
            }
            return true;
        } catch (IllegalStateException noRoom) {
            transaction.markRollback(noRoom);
            rollBack(registration);
            return false;
        } finally {
            transaction.leave();
        }
    }

    private RemoteParticipant admit(Transaction transaction, Registration registration) {
        LocalTransactionId incarnation = registration.branch().incarnation();
        for (Participant each : transaction.participants()) {
            if (each instanceof RemoteParticipant known) {
                LocalTransactionId other = known.branch().incarnation();
                if (other.equals(incarnation)) {
                    if (registration.hasSynchronizations()) {
                        known.setSynchronizations();
                    }
                    return known;
                }
                if (other.origin().node().equals(incarnation.origin().node())) {
                    transaction.markRollback(
                            new IllegalStateException(Message.SECOND_INCARNATION.text(transaction.id(), known)));
                }
            }
        }
        RemoteParticipant made = new RemoteParticipant(registration, peers);
        transaction.checkRoom(made.name());
        transaction.enlist(made);
        return made;
    }

    /** It times out by itself when this gets lost (law 19). */
    private void rollBack(Registration late) {
        peers.ask(late.address(), new Request.Ask(RemoteVerb.ROLLBACK, late.branch()), nobodyWaits -> {});
    }
}
