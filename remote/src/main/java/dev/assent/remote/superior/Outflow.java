package dev.assent.remote.superior;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeId;
import dev.assent.core.message.CoreMessages;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Onlooker;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that transactions of this node make to other processes, and the subordinates that they make there.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Outflow {
    private final Peers peers;

    /** What became of a registration. */
    public enum Taken {
        /** Who registers is in; it is news for whoever decides, as far as is known. */
        FIRST,
        /** It has come again, and says nothing new to anybody. */
        AGAIN,
        /** The list of allowed addresses lacks its address (law 22). */
        FORBIDDEN,
        /** It has come too late, or is not allowed for another reason. */
        NOT
    }

    /** The outflow of a node. */
    public Outflow(Peers peers) {
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
        if (transaction.isMarkedRollback() || transaction.beginCall() != Admission.ADMITTED) {
            return null;
        }
        LocalTransactionId known = null;
        for (Participant each : transaction.participants()) {
            if (each instanceof RemoteParticipant subordinate && subordinate.isAt(address)) {
                known = subordinate.branch().incarnation();
            }
        }
        return new Context(transaction.id(), self(transaction, via), transaction.remainingMillis(), known);
    }

    /** Who decides, as subordinates that are called over a transport know it. */
    public static SuperiorRef self(Transaction transaction, Transport via) {
        return new SuperiorRef(Objects.requireNonNull(transaction.ownId()), Transports.self(via));
    }

    /**
     * What became of a call. A reply that is a refusal by its kind alone is one when no other process takes part in the
     * transaction. Else work may have been done: by the process that was called, or by another that has it from there and
     * takes part already, so that it need not have registered during the call.
     */
    public static Result judged(Transaction transaction, Result result) {
        return result instanceof Result.Unanswered lost && !hasOthers(transaction) ? lost.refused() : result;
    }

    private static boolean hasOthers(Transaction transaction) {
        return transaction.participants().stream().anyMatch(RemoteParticipant.class::isInstance)
                || transaction.onlookers().stream().anyMatch(RemoteOnlooker.class::isInstance);
    }

    /**
     * The call is over: what its reply says of the transaction is taken to heart.
     *
     * @param whenEnded is run once that is done, also before this returns, and by another thread when that is at work on
     *     the transaction's participants
     */
    public void end(Transaction transaction, String address, Result result, Runnable whenEnded) {
        Result.Effect effect = result.effect();
        if (isLost(result)) {
            transaction.markRollback(((Result.Unanswered) result).cause());
        }
        if (effect.isRollbackOnly()) {
            transaction.markRollback(
                    new IllegalStateException(MESSAGES.markedElsewhere(transaction.id(), ShownAddress.of(address))));
        }
        Registration registration = effect.registration();
        if (registration == null) {
            transaction.endCall();
            whenEnded.run();
        } else {
            register(transaction, registration, 0, address, taken -> {
                transaction.endCall();
                whenEnded.run();
            });
        }
    }

    /** Whether nobody knows what became of a call: it may have made work that is not known here (law 16). */
    private static boolean isLost(Result result) {
        return result instanceof Result.Unanswered lost && lost.mayHaveArrived();
    }

    /**
     * A subordinate makes itself known. A second one of the same node has lost the work of the first, so the
     * transaction can only roll back (law 15); one that comes too late is told to roll back.
     *
     * @param number of the message, as of {@link Request.Register}; 0 on a reply
     * @param calledAt the address that was called; null when it registers by a message of its own
     * @param told what became of it; told once, also before this returns, and by another thread when that
     *     is at work on the transaction's participants
     */
    public void register(
            Transaction transaction,
            Registration registration,
            int number,
            @Nullable String calledAt,
            Consumer<Taken> told) {
        AtomicReference<Taken> taken = new AtomicReference<>(Taken.NOT);
        AtomicBoolean isToRollBack = new AtomicBoolean();
        transaction.whenInside(
                admission -> {
                    HeardMessages heard = heard(transaction, registration, number);
                    if (heard != null) {
                        taken.set(heard.isAnnounced(number) ? Taken.AGAIN : Taken.FIRST);
                    } else if (admission == Admission.ADMITTED) {
                        taken.set(admit(transaction, registration, number, calledAt));
                    } else {
                        taken.set(isRepeated(transaction, registration) ? Taken.AGAIN : Taken.NOT);
                    }
                    // whoever has answered is told nothing by what may be its first registration, come twice
                    isToRollBack.set(registration.isFor(Interest.COMPLETION)
                            && find(transaction.participants(), registration.branch()) == null);
                },
                () -> {
                    if (isToRollBack.get() && mayCall(registration, calledAt)) {
                        rollBack(registration);
                    }
                    told.accept(taken.get());
                });
    }

    /** Who has sent this very message before, also one that has left since; null for nobody. */
    private static @Nullable HeardMessages heard(Transaction transaction, Registration registration, int number) {
        if (!registration.isFor(Interest.COMPLETION)) {
            RemoteOnlooker looking = onlooker(transaction, registration.branch());
            return looking != null && looking.registrations().knows(number) ? looking.registrations() : null;
        }
        for (Participant each : transaction.participants()) {
            if (each instanceof RemoteParticipant known
                    && known.branch().equals(registration.branch())
                    && known.registrations().knows(number)) {
                return known.registrations();
            }
        }
        return null;
    }

    /** Whoever decides the transaction knows what a message has said, so that it is no news when it comes again. */
    static void announced(Transaction transaction, Registration registration, int number) {
        HeardMessages heard = heard(transaction, registration, number);
        if (heard != null) {
            heard.announced(number);
        }
    }

    /**
     * Whether a message that comes too late says nothing new. One that asks for synchronizations might, and none is run
     * any more (law 19): who waits for its answer is refused.
     */
    private static boolean isRepeated(Transaction transaction, Registration registration) {
        if (registration.isFor(Interest.BEFORE_COMPLETION)) {
            return false;
        }
        return registration.isFor(Interest.COMPLETION)
                ? find(transaction.unfinished(), registration.branch()) != null
                : onlooker(transaction, registration.branch()) != null;
    }

    private Taken admit(Transaction transaction, Registration registration, int number, @Nullable String calledAt) {
        if (!registration.branch().id().equals(transaction.id())) {
            transaction.markRollback(
                    new IllegalStateException(MESSAGES.registrationOfAnother(transaction.id(), registration)));
            return Taken.NOT;
        }
        if (!mayCall(registration, calledAt)) {
            transaction.markRollback(new IllegalStateException(
                    MESSAGES.addressNotAllowed(ShownAddress.of(registration.address()), transaction.id())));
            return Taken.FORBIDDEN;
        }
        try {
            if (!registration.isFor(Interest.COMPLETION)) {
                lookOn(transaction, registration, number);
                return Taken.FIRST;
            }
            RemoteParticipant admitted = admit(transaction, registration);
            admitted.registrations().hear(number);
            if (calledAt != null) {
                admitted.heardAt(calledAt);
            }
            return Taken.FIRST;
        } catch (IllegalStateException noRoom) {
            transaction.markRollback(noRoom);
            return Taken.NOT;
        }
    }

    private void lookOn(Transaction transaction, Registration registration, int number) {
        RemoteOnlooker known = onlooker(transaction, registration.branch());
        if (known == null) {
            known = new RemoteOnlooker(registration, peers, transaction::remainingMillis);
            transaction.add(known);
        } else {
            known.register(registration);
        }
        known.registrations().hear(number);
    }

    private static @Nullable RemoteOnlooker onlooker(Transaction transaction, BranchRef branch) {
        for (Onlooker each : transaction.onlookers()) {
            if (each instanceof RemoteOnlooker known && known.branch().equals(branch)) {
                return known;
            }
        }
        return null;
    }

    /**
     * A subordinate votes that was not asked yet, or who looks on says by the same word that it wants to hear no more.
     *
     * @param told whether the vote is taken: not of one that has not registered, nor when it comes too late and must be
     *     given again when it is asked for; told once, as of {@link #register}
     */
    public void vote(Transaction transaction, BranchRef branch, Answer vote, Consumer<Boolean> told) {
        AtomicBoolean isTaken = new AtomicBoolean();
        transaction.whenInside(
                admission -> {
                    RemoteParticipant known = find(transaction.unfinished(), branch);
                    if (known == null) {
                        isTaken.set(leave(transaction, branch, vote, admission));
                    } else if (admission == Admission.ADMITTED) {
                        transaction.voted(known, vote);
                        isTaken.set(true);
                    }
                },
                () -> told.accept(isTaken.get()));
    }

    /** Whether it counts: nothing is marked any more behind the gate, and nothing is lost when one leaves that has read. */
    private static boolean leave(Transaction transaction, BranchRef branch, Answer vote, Admission admission) {
        RemoteOnlooker leaving = onlooker(transaction, branch);
        if (leaving == null) {
            return false;
        }
        if (vote == Answer.ROLLED_BACK) {
            if (admission != Admission.ADMITTED) {
                return false; // it waits to be asked still, if it did
            }
            transaction.markRollback(
                    new IllegalStateException(CoreMessages.MESSAGES.leftRolledBack(transaction.id(), leaving)));
        }
        leaving.leave();
        return true;
    }

    /** Who was called by this very address is trusted to be there; any other address must be allowed (law 22). */
    private boolean mayCall(Registration registration, @Nullable String calledAt) {
        return registration.address().equals(calledAt) || peers.transports().mayCall(registration.address());
    }

    private static @Nullable RemoteParticipant find(List<Participant> participants, BranchRef branch) {
        for (Participant each : participants) {
            if (each instanceof RemoteParticipant known && known.branch().equals(branch)) {
                return known;
            }
        }
        return null;
    }

    /**
     * A subordinate that has registered is told elsewhere from now on; one that has not is none.
     *
     * @return false when that place may not be called
     */
    public boolean move(Transaction transaction, BranchRef branch, String address) {
        RemoteParticipant known = find(transaction.unfinished(), branch);
        if (known != null && !peers.transports().mayCall(address)) {
            return false;
        }
        if (known != null) {
            known.moveTo(address);
        }
        return true;
    }

    private RemoteParticipant admit(Transaction transaction, Registration registration) {
        // one that has left, and registers again, has work that it had not then: it is a participant once more
        RemoteParticipant known = find(transaction.unfinished(), registration.branch());
        if (known != null) {
            if (registration.isFor(Interest.BEFORE_COMPLETION)) {
                known.setSynchronizations();
            }
            return known;
        }
        NodeId node = registration.branch().node(); // null for a stranger, of whom there may be several in one process
        for (Participant each : transaction.participants()) {
            if (node != null
                    && each instanceof RemoteParticipant other
                    && node.equals(other.branch().node())
                    && !registration.branch().equals(other.branch())) {
                transaction.markRollback(
                        new IllegalStateException(MESSAGES.secondIncarnation(transaction.id(), other)));
            }
        }
        RemoteParticipant made = new RemoteParticipant(registration, peers, transaction::remainingMillis);
        transaction.checkRoom(made.name());
        transaction.enlist(made);
        return made;
    }

    /** It times out by itself when this gets lost (law 19). */
    private void rollBack(Registration late) {
        peers.ask(late.address(), new Request.Ask(RemoteVerb.ROLLBACK, late.branch()), nobodyWaits -> {});
    }
}
