package dev.assent.remote.superior;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.message.CoreMessages;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Onlooker;
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

    /** The result of a registration. */
    public enum Taken {
        /** The subordinate is registered; as far as this node knows, the root does not know of it yet. */
        FIRST,
        /** A repeated registration, which says nothing new. */
        AGAIN,
        /** Its address is not on the list of allowed addresses (law 22). */
        FORBIDDEN,
        /** It came too late, or is refused for another reason. */
        NOT
    }

    /** The outflow of a node. */
    public Outflow(Peers peers) {
        this.peers = peers;
    }

    /**
     * Begins a call as part of a transaction. If this returns a context, {@link #end} must follow.
     *
     * @param via the transport of the call
     * @param address the called process
     * @return null if the transaction takes no more work
     */
    public @Nullable Context begin(GlobalTransaction transaction, Transport via, String address) {
        if (transaction.isMarkedRollback() || transaction.beginCall() != Admission.ADMITTED) {
            return null;
        }
        LocalTransactionId known = null;
        for (Participant each : transaction.participants().all()) {
            if (each instanceof RemoteParticipant subordinate
                    && subordinate.whereabouts().isAt(address)) {
                known = subordinate.branch().incarnation();
            }
        }
        return new Context(transaction.id(), self(transaction, via), transaction.remainingMillis(), known);
    }

    /** This node as a superior, in the form for subordinates that are called over a transport. */
    public static SuperiorRef self(GlobalTransaction transaction, Transport via) {
        return new SuperiorRef(Objects.requireNonNull(transaction.forDecision().askedId()), Transports.self(via));
    }

    /**
     * The result of a call. A lost reply of a kind that means refusal counts as a refusal if no other process takes
     * part in the transaction. Otherwise work may have been done: by the called process, or by one that it called and
     * that takes part already, and so need not have registered during the call.
     */
    public static Result judged(GlobalTransaction transaction, Result result) {
        return result instanceof Result.Unanswered lost && !hasOthers(transaction) ? lost.refused() : result;
    }

    private static boolean hasOthers(GlobalTransaction transaction) {
        return transaction.participants().all().stream().anyMatch(RemoteParticipant.class::isInstance)
                || transaction.participants().onlookers().stream().anyMatch(RemoteOnlooker.class::isInstance);
    }

    /**
     * Ends a call: applies the transaction effects that its reply carries.
     *
     * @param whenEnded runs after that, perhaps before this returns, or by another thread if that one is working on the
     *     transaction's participants
     */
    public void end(GlobalTransaction transaction, String address, Result result, Runnable whenEnded) {
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

    /** Whether the result of a call is unknown: it may have done work that this node does not know of (law 16). */
    private static boolean isLost(Result result) {
        return result instanceof Result.Unanswered lost && lost.mayHaveArrived();
    }

    /**
     * Registers a subordinate. A second one of the same node has lost the work of the first, so the transaction can
     * only roll back (law 15). This node tells a subordinate that registers too late to roll back.
     *
     * @param number of the message, as in {@link Request.Register}; 0 on a reply
     * @param calledAt the address that was called; null if it registers by a message of its own
     * @param told gets the result once, perhaps before this returns, or by another thread if that one is working on the
     *     transaction's participants
     */
    public void register(
            GlobalTransaction transaction,
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
                    // a participant that has answered is not told to roll back: this may be its first message, come
                    // twice
                    isToRollBack.set(registration.isFor(Interest.COMPLETION)
                            && find(transaction.participants().all(), registration.branch()) == null);
                },
                () -> {
                    if (isToRollBack.get() && mayCall(registration, calledAt)) {
                        rollBack(registration);
                    }
                    told.accept(taken.get());
                });
    }

    /** The messages of the subordinate that has sent this one before, even if it has left since; null if none has. */
    private static @Nullable HeardMessages heard(GlobalTransaction transaction, Registration registration, int number) {
        if (!registration.isFor(Interest.COMPLETION)) {
            RemoteOnlooker looking = onlooker(transaction, registration.branch());
            return looking != null && looking.registrations().knows(number) ? looking.registrations() : null;
        }
        for (Participant each : transaction.participants().all()) {
            if (each instanceof RemoteParticipant known
                    && known.branch().equals(registration.branch())
                    && known.registrations().knows(number)) {
                return known.registrations();
            }
        }
        return null;
    }

    /** Notes that the root knows the content of a message, so that a repetition of it says nothing new. */
    static void announced(GlobalTransaction transaction, Registration registration, int number) {
        HeardMessages heard = heard(transaction, registration, number);
        if (heard != null) {
            heard.announced(number);
        }
    }

    /**
     * Whether a message that comes too late says nothing new. One that asks for synchronizations may be new. It is
     * refused, since no synchronization runs any more (law 19).
     */
    private static boolean isRepeated(GlobalTransaction transaction, Registration registration) {
        if (registration.isFor(Interest.BEFORE_COMPLETION)) {
            return false;
        }
        return registration.isFor(Interest.COMPLETION)
                ? find(transaction.participants().unfinished(), registration.branch()) != null
                : onlooker(transaction, registration.branch()) != null;
    }

    private Taken admit(
            GlobalTransaction transaction, Registration registration, int number, @Nullable String calledAt) {
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
                admitted.whereabouts().heardAt(calledAt);
            }
            return Taken.FIRST;
        } catch (IllegalStateException noRoom) {
            transaction.markRollback(noRoom);
            return Taken.NOT;
        }
    }

    private void lookOn(GlobalTransaction transaction, Registration registration, int number) {
        RemoteOnlooker known = onlooker(transaction, registration.branch());
        if (known == null) {
            known = new RemoteOnlooker(registration, peers, transaction::remainingMillis);
            transaction.participants().add(known);
        } else {
            known.register(registration);
        }
        known.registrations().hear(number);
    }

    private static @Nullable RemoteOnlooker onlooker(GlobalTransaction transaction, BranchRef branch) {
        for (Onlooker each : transaction.participants().onlookers()) {
            if (each instanceof RemoteOnlooker known && known.branch().equals(branch)) {
                return known;
            }
        }
        return null;
    }

    /**
     * Takes the vote of a subordinate that was not asked yet, or the same message from an onlooker, which then hears no
     * more.
     *
     * @param told gets, once, as in {@link #register}, whether the vote counts. It does not if the subordinate has not
     *     registered, or if it comes too late; then it must vote again when it is asked
     */
    public void vote(GlobalTransaction transaction, BranchRef branch, Answer vote, Consumer<Boolean> told) {
        AtomicBoolean isTaken = new AtomicBoolean();
        transaction.whenInside(
                admission -> {
                    RemoteParticipant known = find(transaction.participants().unfinished(), branch);
                    if (known == null) {
                        isTaken.set(leave(transaction, branch, vote, admission));
                    } else if (admission == Admission.ADMITTED) {
                        take(transaction, known, vote);
                        isTaken.set(true);
                    } else if (vote == Answer.HEURISTIC_HAZARD && known.isRollingBack()) {
                        known.decidesByItself(vote);
                        isTaken.set(true);
                    }
                },
                () -> told.accept(isTaken.get()));
    }

    /** A voter that has decided by itself is not finished: its decision is its answer to the rollback. */
    private static void take(GlobalTransaction transaction, RemoteParticipant voter, Answer vote) {
        if (vote == Answer.HEURISTIC_HAZARD) {
            voter.decidesByItself(vote);
            transaction.markRollback(new IllegalStateException(
                    MESSAGES.participantAnswers(voter, RemoteVerb.PREPARE.words(), vote.words())));
        } else {
            transaction.participants().voted(voter, vote);
        }
    }

    /**
     * Whether the message counts. Once phase one has begun it can't mark the transaction any more; but a read-only
     * onlooker may leave at any time.
     */
    private static boolean leave(GlobalTransaction transaction, BranchRef branch, Answer vote, Admission admission) {
        RemoteOnlooker leaving = onlooker(transaction, branch);
        if (leaving == null) {
            return false;
        }
        if (vote == Answer.ROLLED_BACK) {
            if (admission != Admission.ADMITTED) {
                return false; // if it waited to be asked, it still does
            }
            transaction.markRollback(
                    new IllegalStateException(CoreMessages.MESSAGES.leftRolledBack(transaction.id(), leaving)));
        }
        leaving.leave();
        return true;
    }

    /** The address that was called may be called again; any other address must be allowed (law 22). */
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
     * Sends requests to a registered subordinate at a new address from now on. Does nothing if it is not registered.
     *
     * @return false if the list of allowed addresses lacks the new one
     */
    public boolean move(GlobalTransaction transaction, BranchRef branch, String address) {
        RemoteParticipant known = find(transaction.participants().unfinished(), branch);
        if (known != null && !peers.transports().mayCall(address)) {
            return false;
        }
        if (known != null) {
            known.moveTo(address);
        }
        return true;
    }

    private RemoteParticipant admit(GlobalTransaction transaction, Registration registration) {
        // a subordinate that has left and registers again has new work: it is a participant once more
        RemoteParticipant known = find(transaction.participants().unfinished(), registration.branch());
        if (known != null) {
            if (registration.isFor(Interest.BEFORE_COMPLETION)) {
                known.setSynchronizations();
            }
            return known;
        }
        NodeId node = registration.branch().node(); // null for a stranger; one process may have several of these
        for (Participant each : transaction.participants().all()) {
            if (node != null
                    && each instanceof RemoteParticipant other
                    && node.equals(other.branch().node())
                    && !registration.branch().equals(other.branch())) {
                transaction.markRollback(
                        new IllegalStateException(MESSAGES.secondIncarnation(transaction.id(), other)));
            }
        }
        RemoteParticipant made = new RemoteParticipant(registration, peers, transaction::remainingMillis);
        transaction.participants().checkRoom(made.name());
        transaction.participants().enlist(made);
        return made;
    }

    /** Tells a late subordinate to roll back. If the message gets lost, it times out by itself (law 19). */
    private void rollBack(Registration late) {
        peers.ask(late.address(), new Request.Ask(RemoteVerb.ROLLBACK, late.branch()), nobodyWaits -> {});
    }
}
