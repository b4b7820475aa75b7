package dev.assent.transport.soap.coordinator;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.state.CoordinatorTable.Action;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import dev.assent.transport.soap.state.Step;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One participant elsewhere: its state, the message sent to it, and the caller that waits for its answer. Its messages
 * may come at any time; one that fits the waiting verb is the verb's answer. A message that was not accepted, or whose
 * answer is late, is sent again after growing pauses, until the verb's time is over.
 *
 * <p>Thread safety: all methods may be called by any thread; no foreign code is called while its lock is held.
 */
final class Enlistment {
    /** In place of a message's number: a fault that came by its own message, not on a connection. */
    static final int BY_ITSELF = -1;

    private final RegistrationMessages registeredBy = new RegistrationMessages();
    private final ParticipantWire wire;
    private final AnswerTimes times;

    /** Guards the fields below. */
    private final Object lock = new Object();

    private final ParticipantState state;

    private @Nullable PendingVerb pending;

    /** Numbers the messages of verbs, so that the failure of one does not count for a later one. */
    private int sendings;

    /** Whether it has registered again while it was asked, and so must be asked again. */
    private boolean hasRegisteredAgain;

    /**
     * Whether Commit was sent while no verb waited for its answer, so that it may have committed and forgotten since.
     */
    private boolean wasToldUnasked;

    private final VoteClaim claim = new VoteClaim();

    /** A participant that has registered (ACTIVE), or that the log knows (PREPARED). */
    Enlistment(Protocol protocol, TwoPhaseState state, ParticipantWire wire, AnswerTimes times) {
        this.state = new ParticipantState(protocol, state);
        this.wire = wire;
        this.times = times;
    }

    /** The messages by which it has registered. */
    RegistrationMessages registeredBy() {
        return registeredBy;
    }

    /**
     * Registers, perhaps again; false if the state does not allow it. If it is being asked, it is asked again
     * afterwards.
     */
    boolean register() {
        synchronized (lock) {
            boolean isPossible = state.canRegister();
            hasRegisteredAgain |= isPossible && state.is(TwoPhaseState.PREPARING);
            return isPossible;
        }
    }

    /** Whether this is its address and reference, as in {@link Registered#address}. */
    boolean isAt(String address) {
        return wire.isAt(address);
    }

    // ---- verbs of the coordinator

    /**
     * Asks the participant. If its state does not allow the verb, the reply is a refusal.
     *
     * @return false if it is over, and so was not asked
     */
    boolean ask(RemoteVerb verb, long now, long millis, Consumer<Response> reply) {
        Notification message;
        PendingVerb before = null;
        Answer claimed;
        boolean isOver;
        int sending = 0;
        synchronized (lock) {
            claimed = claim.answerTo(verb);
            if (claimed == Answer.HEURISTIC_HAZARD) {
                state.end();
            }
            isOver = state.is(TwoPhaseState.NONE);
            if (isOver && claimed == null) {
                return false;
            }
            message = claimed == null ? state.begin(verb) : null;
            if (message != null) {
                PendingVerb asked = PendingVerb.of(verb, message, ++sendings, now, millis, times.first(now), reply);
                PendingVerb known = pending;
                if (known != null && known.verb() == verb) {
                    asked = asked.with(known);
                } else {
                    before = known;
                }
                if (verb == RemoteVerb.COMMIT && wasToldUnasked) {
                    asked = asked.repeated();
                    wasToldUnasked = false;
                }
                pending = asked;
                sending = asked.sending();
            }
        }
        if (before != null) {
            before.lost();
        }
        if (claimed != null) {
            if (isOver) {
                wire.forget(this);
            }
            reply.accept(new Response.Answered(claimed));
        } else if (message == null) {
            reply.accept(Response.Refused.state(MESSAGES.verbRefused("the request to " + verb.words(), state())));
        } else {
            wire.send(this, message, sending);
        }
        return true;
    }

    TwoPhaseState state() {
        synchronized (lock) {
            return state.now();
        }
    }

    /** Sends the node's decision to a prepared participant that has not got it yet. */
    void decide(boolean isCommit) {
        boolean isTold;
        synchronized (lock) {
            isTold = state.is(TwoPhaseState.PREPARED) && pending == null;
            if (isTold) {
                state.begin(isCommit ? RemoteVerb.COMMIT : RemoteVerb.ROLLBACK);
                wasToldUnasked |= isCommit;
            }
        }
        if (isTold) {
            wire.send(this, isCommit ? Notification.COMMIT : Notification.ROLLBACK, 0);
        }
    }

    /**
     * Sends it the outcome of the transaction once, and waits for no answer.
     *
     * @param verb COMMIT or ROLLBACK; null if neither is true, or the outcome is unknown
     */
    void complete(@Nullable RemoteVerb verb) {
        Notification word = null;
        PendingVerb asked;
        synchronized (lock) {
            asked = pending;
            pending = null;
            boolean isCommit = verb == RemoteVerb.COMMIT;
            if (verb != null && (isCommit ? state.is(TwoPhaseState.PREPARED) : state.isUndecided())) {
                word = state.begin(verb);
            }
            if (state.is(TwoPhaseState.COMMITTING) || state.is(TwoPhaseState.ABORTING)) {
                state.enter(Event.ALL_FORGOTTEN);
            }
        }
        wire.forget(this);
        if (asked != null) {
            asked.lost();
        }
        if (word != null) {
            wire.send(this, word, 0);
        }
    }

    // ---- messages of the participant

    /** Takes a message of the participant. Returns whether the answer is the fault InvalidState. */
    boolean hear(Event message) {
        TwoPhaseState before;
        Step<Action, TwoPhaseState> step;
        PendingVerb told = null;
        boolean isHazard;
        synchronized (lock) {
            if (claim.isHazard()) {
                return false; // nobody knows what it did, and its further messages mean nothing
            }
            before = state.now();
            step = state.take(message);
            boolean isAnswer = pending != null && VerbAnswers.isAnswer(message, step.action());
            isHazard = state.isDurable() && claim.hear(message, step, isAnswer);
            if (isAnswer && !isHazard) {
                told = pending;
                pending = null;
            }
            if (step.action() == Action.RESEND_COMMIT) {
                noteCommitSentAgain();
            }
            if (step.action() == Action.RECORD_VOTE && hasRegisteredAgain) {
                state.activate();
                hasRegisteredAgain = false;
            }
        }
        if (isHazard) {
            hearInconsistent();
            if (before == TwoPhaseState.ACTIVE) {
                wire.vote(Answer.HEURISTIC_HAZARD);
            }
            return step.action() == Action.FAULT_INVALID_STATE;
        }
        boolean isVoteRepeated = before == TwoPhaseState.PREPARED || before == TwoPhaseState.COMMITTING;
        if (state.isDurable() && message == Event.PREPARED && isVoteRepeated) {
            wire.inquire(); // it lacks the decision, which may be made meanwhile; the node notes that it asks
        }
        act(message, before, step.action(), told);
        return step.action() == Action.FAULT_INVALID_STATE;
    }

    private void noteCommitSentAgain() {
        PendingVerb known = pending;
        if (known == null) {
            wasToldUnasked = true;
        } else if (known.verb() == RemoteVerb.COMMIT) {
            pending = known.repeated();
        }
    }

    private void act(Event message, TwoPhaseState before, Action action, @Nullable PendingVerb told) {
        if (action == Action.FORGET) {
            wire.forget(this);
        } else if (action == Action.RESEND_COMMIT) {
            wire.send(this, Notification.COMMIT, 0);
        } else if (action == Action.RESEND_ROLLBACK) {
            wire.send(this, Notification.ROLLBACK, 0);
        }
        if (told != null) {
            times.heard(told.firstNanos());
            told.answer(VerbAnswers.answer(message, told.verb(), action));
        } else if (before == TwoPhaseState.ACTIVE && message != Event.PREPARED) {
            wire.vote(message == Event.READ_ONLY ? Answer.READ_ONLY : Answer.ROLLED_BACK);
            wire.forget(this); // after such a vote the transaction asks it nothing more
        }
    }

    /**
     * Takes the fault InconsistentInternalState (WS-AtomicTransaction 1.2, section 5.1), or messages that mean the same:
     * the participant can't keep its vote. Before the vote the fault is a refusal. After it nobody knows what the
     * participant did, and the next verb gets a hazard.
     */
    void hearInconsistent() {
        PendingVerb told;
        boolean isHazard;
        synchronized (lock) {
            told = pending;
            pending = null;
            isHazard = told != null && VerbAnswers.DECISIONS.contains(told.verb());
            if (isHazard) {
                state.end();
            } else if (!state.isBeforeVote()) {
                claim.hazard();
            }
        }
        if (isHazard) {
            wire.forget(this);
        }
        if (told != null) {
            told.answer(isHazard ? Answer.HEURISTIC_HAZARD : Answer.REFUSED);
        }
    }

    /**
     * Takes the failure of a message. It does not count if the message was sent again meanwhile, or belongs to no verb.
     * Only InconsistentInternalState always counts.
     *
     * @param sending the number of the message
     * @param fault the fault on the connection; null for none
     */
    void untaken(int sending, @Nullable SoapFault fault, long now) {
        if (fault != null) {
            hearFault(fault, sending, now);
            return;
        }
        synchronized (lock) {
            if (isUnderWay(sending)) {
                pending = Objects.requireNonNull(pending).unsent(now);
            }
        }
    }

    private boolean isUnderWay(int sending) {
        return pending != null && pending.sending() == sending;
    }

    /**
     * A lasting fault answers the waiting verb, so that no caller waits in vain. If it is UnknownTransaction, the
     * participant has not voted, or has carried out the decision (presumed abort). After any other fault the message is
     * sent again.
     *
     * @param sending the number of the message that it answers on the connection; BY_ITSELF if it came by its own
     *     message
     */
    void hearFault(SoapFault fault, int sending, long now) {
        ProtocolFault known = ProtocolFault.of(fault.subcode()).orElse(null);
        if (known == ProtocolFault.INCONSISTENT_INTERNAL_STATE) {
            hearInconsistent();
            return;
        }
        PendingVerb told;
        Response response;
        boolean isOver;
        synchronized (lock) {
            told = pending;
            if (told == null || (sending != BY_ITSELF && !isUnderWay(sending))) {
                return;
            }
            if (!ProtocolFault.isLasting(fault)) {
                pending = told.unsent(now);
                return;
            }
            boolean isUnknown = known == ProtocolFault.UNKNOWN_TRANSACTION;
            if (isUnknown && told.verb() == RemoteVerb.COMMIT && told.isRepeated()) {
                return; // it may have got Commit before, committed and forgotten it: the message is sent again
            }
            isOver = isUnknown && told.verb() != RemoteVerb.COMMIT;
            response = isUnknown ? VerbAnswers.unknown(told.verb(), fault) : VerbAnswers.refused(told.verb(), fault);
            pending = null;
            if (isOver) {
                state.end();
            }
        }
        if (isOver) {
            wire.forget(this);
        }
        told.tell(response);
    }

    // ---- time

    /** Repeats a message without an answer, and ends a verb whose time is over. */
    void tick(long now) {
        PendingVerb overdue = null;
        Notification again = null;
        int sending = 0;
        synchronized (lock) {
            PendingVerb waiting = pending;
            if (waiting != null && waiting.isOverdue(now)) {
                overdue = waiting;
                pending = null;
                if (waiting.verb() == RemoteVerb.ROLLBACK && state.is(TwoPhaseState.ABORTING)) {
                    state.enter(Event.ALL_FORGOTTEN); // rollback is presumed, and need not be confirmed
                }
            } else if (waiting != null && waiting.pause().isOver(now)) {
                PendingVerb repeated = waiting.sentAgain(++sendings, now);
                pending = repeated;
                sending = repeated.sending();
                again = state.enter(Event.COMMS_TIMES_OUT);
            }
        }
        if (overdue != null) {
            if (overdue.verb() == RemoteVerb.ROLLBACK) {
                wire.forget(this);
            }
            overdue.lost();
        }
        if (again != null) {
            wire.send(this, again, sending);
        }
    }

    /** Whether a verb waits for its answer. */
    boolean isWaiting() {
        synchronized (lock) {
            return pending != null;
        }
    }

    /** Ends the waiting verb without an answer. */
    void close() {
        PendingVerb told;
        synchronized (lock) {
            told = pending;
            pending = null;
        }
        if (told != null) {
            told.lost();
        }
    }
}
