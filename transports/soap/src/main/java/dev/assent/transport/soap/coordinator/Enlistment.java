package dev.assent.transport.soap.coordinator;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.state.CoordinatorTable;
import dev.assent.transport.soap.state.CoordinatorTable.Action;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import dev.assent.transport.soap.state.Step;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
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
    private static final Set<TwoPhaseState> UNDECIDED =
            EnumSet.of(TwoPhaseState.ACTIVE, TwoPhaseState.PREPARING, TwoPhaseState.PREPARED);

    /** The states before its vote. */
    private static final Set<TwoPhaseState> UNASKED =
            EnumSet.of(TwoPhaseState.NONE, TwoPhaseState.ACTIVE, TwoPhaseState.PREPARING);

    private static final Set<RemoteVerb> WORDS = EnumSet.of(RemoteVerb.COMMIT, RemoteVerb.ROLLBACK);

    /** How many of its last registration messages are remembered, to recognize repetitions. */
    private static final int MESSAGES_MAX = 8;

    /** In place of a message's number: a fault that came by its own message, not on a connection. */
    private static final int BY_ITSELF = -1;

    /** A message with a longer identity is not remembered. */
    private static final int MESSAGE_CHARS_MAX = 256;

    private final CoordinatorTable table;
    private final Wire wire;
    private final AnswerTimes times;

    /** Guards the fields below. */
    private final Object lock = new Object();

    private final Deque<String> registeredBy = new ArrayDeque<>(1);
    private TwoPhaseState state;
    private @Nullable PendingVerb pending;

    /** Numbers the messages of verbs, so that the failure of one does not count for a later one. */
    private int sendings;

    /** Whether it has registered again while it was asked, and so must be asked again. */
    private boolean hasRegisteredAgain;

    /**
     * Whether Commit was sent while no verb waited for its answer, so that it may have committed and forgotten since.
     */
    private boolean wasToldUnasked;

    /** A claim about its vote that it sent unasked, for the next verb; null if there is none. */
    private @Nullable Answer claim;

    /** The enlistment's view of the transport and the node. */
    interface Wire {
        /** Whether this is the participant's {@link Registered#address}. */
        boolean isAt(String address);

        /**
         * Sends the participant a message. If it was not accepted, calls {@link Enlistment#untaken} of the sender.
         *
         * @param sending its number among the messages of verbs; 0 if no verb waits for an answer
         */
        void send(Enlistment sender, Notification message, int sending);

        /**
         * The participant votes unasked.
         *
         * @param vote READ_ONLY or ROLLED_BACK
         */
        void vote(Answer vote);

        /** The participant asks for the decision. */
        void inquire();

        /** Removes this enlistment, which is over, but not a later one in its place. */
        void forget(Enlistment over);
    }

    /** A participant that has registered (ACTIVE), or that the log knows (PREPARED). */
    Enlistment(Protocol protocol, TwoPhaseState state, Wire wire, AnswerTimes times) {
        this.table = protocol == Protocol.VOLATILE_2PC ? CoordinatorTable.VOLATILE : CoordinatorTable.DURABLE;
        this.state = state;
        this.wire = wire;
        this.times = times;
    }

    /** Whether it has registered by this message. */
    boolean isRegisteredBy(@Nullable String message) {
        synchronized (lock) {
            return message != null && registeredBy.contains(message);
        }
    }

    /** Remembers a registration message, so that a repetition of it changes nothing. */
    void registeredBy(@Nullable String message) {
        synchronized (lock) {
            if (message != null && message.length() <= MESSAGE_CHARS_MAX) {
                registeredBy.add(message);
                if (registeredBy.size() > MESSAGES_MAX) {
                    registeredBy.removeFirst();
                }
            }
        }
    }

    /**
     * Registers, perhaps again; false if the state does not allow it. If it is being asked, it is asked again
     * afterwards.
     */
    boolean register() {
        synchronized (lock) {
            boolean isPossible = table.at(Event.REGISTER, state).action() == Action.SEND_REGISTER_RESPONSE;
            hasRegisteredAgain |= isPossible && state == TwoPhaseState.PREPARING;
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
            claimed = claimed(verb);
            isOver = state == TwoPhaseState.NONE;
            if (isOver && claimed == null) {
                return false;
            }
            message = claimed == null ? begin(verb) : null;
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
            reply.accept(Response.Refused.state(MESSAGES.verbRefused(verb, state())));
        } else {
            wire.send(this, message, sending);
        }
        return true;
    }

    /** The claim that answers the verb; null for none. A hazard ends the participant; a doubt is reported once. */
    private @Nullable Answer claimed(RemoteVerb verb) {
        Answer known = claim;
        if (known == Answer.HEURISTIC_HAZARD && WORDS.contains(verb)) {
            state = TwoPhaseState.NONE;
            return known;
        }
        if (known == Answer.DOUBTFUL && verb == RemoteVerb.COMMIT) {
            claim = null;
            return known;
        }
        return null;
    }

    TwoPhaseState state() {
        synchronized (lock) {
            return state;
        }
    }

    /** Enters the state of a verb and returns its message; null if the state does not allow the verb. */
    private @Nullable Notification begin(RemoteVerb verb) {
        return switch (verb) {
            case BEFORE_COMPLETION, PREPARE -> {
                if (state == TwoPhaseState.ACTIVE) {
                    yield enter(Event.USER_COMMIT);
                }
                yield state == TwoPhaseState.PREPARING ? enter(Event.COMMS_TIMES_OUT) : null;
            }
            case COMMIT -> {
                if (state == TwoPhaseState.PREPARED) {
                    enter(Event.COMMIT_DECISION); // the decision is durable by now
                    yield enter(Event.WRITE_DONE);
                }
                yield state == TwoPhaseState.COMMITTING ? enter(Event.COMMS_TIMES_OUT) : null;
            }
            case ROLLBACK -> {
                if (UNDECIDED.contains(state)) {
                    yield enter(Event.ROLLBACK_DECISION);
                }
                yield state == TwoPhaseState.ABORTING ? enter(Event.COMMS_TIMES_OUT) : null;
            }
            case COMMIT_ONE_PHASE, FORGET -> null; // the protocol has no such messages
        };
    }

    /** Takes an event, and returns the message to send for it; null for none. */
    private @Nullable Notification enter(Event event) {
        Step<Action, TwoPhaseState> step = table.at(event, state);
        state = step.next();
        return switch (step.action()) {
            case SEND_PREPARE, RESEND_PREPARE -> Notification.PREPARE;
            case SEND_COMMIT, RESEND_COMMIT -> Notification.COMMIT;
            case SEND_ROLLBACK, RESEND_ROLLBACK -> Notification.ROLLBACK;
            default -> null;
        };
    }

    /** Sends the node's decision to a prepared participant that has not got it yet. */
    void decide(boolean isCommit) {
        boolean isTold;
        synchronized (lock) {
            isTold = state == TwoPhaseState.PREPARED && pending == null;
            if (isTold) {
                begin(isCommit ? RemoteVerb.COMMIT : RemoteVerb.ROLLBACK);
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
            if (verb != null && (isCommit ? state == TwoPhaseState.PREPARED : UNDECIDED.contains(state))) {
                word = begin(verb);
            }
            if (state == TwoPhaseState.COMMITTING || state == TwoPhaseState.ABORTING) {
                enter(Event.ALL_FORGOTTEN);
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

    /**
     * Takes a message of the participant.
     *
     * @return whether the answer is the fault InvalidState
     */
    boolean hear(Event message) {
        TwoPhaseState before;
        Step<Action, TwoPhaseState> step;
        PendingVerb told = null;
        synchronized (lock) {
            if (claim == Answer.HEURISTIC_HAZARD) {
                return false; // after InconsistentInternalState its further messages mean nothing
            }
            before = state;
            step = table.at(message, before);
            state = step.next();
            if (isAnswer(message, step.action())) {
                told = pending;
                pending = null;
            }
            if (step.action() == Action.RESEND_COMMIT) {
                noteCommitSentAgain();
            }
            if (step.action() == Action.RECORD_VOTE && hasRegisteredAgain) {
                state = TwoPhaseState.ACTIVE;
                hasRegisteredAgain = false;
            }
            if (told == null && isContradiction(message, step.action())) {
                claim = claim == null ? Answer.DOUBTFUL : Answer.HEURISTIC_HAZARD;
            }
            if (claim == Answer.DOUBTFUL && message == Event.COMMITTED && told == null) {
                claim = Answer.HEURISTIC_HAZARD; // it has said both Aborted and Committed
                return step.action() == Action.FAULT_INVALID_STATE;
            }
        }
        if (table == CoordinatorTable.DURABLE && message == Event.PREPARED && before == TwoPhaseState.PREPARED) {
            wire.inquire(); // it repeats its vote, so it lacks the decision, which may be made meanwhile
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

    private static boolean isAnswer(Event message, Action action) {
        return action == Action.RECORD_VOTE
                || action == Action.FORGET
                || (action == Action.FAULT_INVALID_STATE && message != Event.READ_ONLY);
    }

    /** Whether it voted Prepared and now says that it has rolled back. */
    private static boolean isContradiction(Event message, Action action) {
        return message == Event.ABORTED && action == Action.FAULT_INVALID_STATE;
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
            told.answer(answer(message, told.verb(), action));
        } else if (before == TwoPhaseState.ACTIVE && message != Event.PREPARED) {
            wire.vote(message == Event.READ_ONLY ? Answer.READ_ONLY : Answer.ROLLED_BACK);
            wire.forget(this); // after such a vote the transaction asks it nothing more
        }
    }

    /** The answer that a message gives to the waiting verb. */
    private static Answer answer(Event message, RemoteVerb verb, Action action) {
        return switch (verb) {
            case BEFORE_COMPLETION ->
                message == Event.PREPARED || message == Event.READ_ONLY ? Answer.DONE : Answer.REFUSED;
            case PREPARE ->
                switch (message) {
                    case PREPARED -> Answer.PREPARED;
                    case READ_ONLY -> Answer.READ_ONLY;
                    case ABORTED -> Answer.ROLLED_BACK;
                    default -> Answer.REFUSED;
                };
            default -> action == Action.FORGET ? Answer.DONE : Answer.DOUBTFUL;
        };
    }

    /**
     * Takes the fault InconsistentInternalState (WS-AtomicTransaction 1.2, section 5.1): the participant can't keep its
     * vote. Before the vote this is a refusal. After it nobody knows what the participant did, and the next verb gets a
     * hazard.
     */
    void hearInconsistent() {
        PendingVerb told;
        boolean isHazard;
        synchronized (lock) {
            told = pending;
            pending = null;
            isHazard = told != null && WORDS.contains(told.verb());
            if (isHazard) {
                state = TwoPhaseState.NONE;
            } else if (!UNASKED.contains(state)) {
                claim = Answer.HEURISTIC_HAZARD;
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
     * Takes a fault that came by a message of its own.
     *
     * @param now when it came
     */
    void hearFault(SoapFault fault, long now) {
        hearFault(fault, BY_ITSELF, now);
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
    private void hearFault(SoapFault fault, int sending, long now) {
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
            response = isUnknown ? unknown(told.verb(), fault) : refused(told.verb(), fault);
            pending = null;
            if (isOver) {
                state = TwoPhaseState.NONE;
            }
        }
        if (isOver) {
            wire.forget(this);
        }
        told.tell(response);
    }

    /** The answer to a verb from a participant that does not know the transaction. */
    private static Response unknown(RemoteVerb verb, SoapFault fault) {
        return switch (verb) {
            case COMMIT -> new Response.Refused(Response.Why.GONE, MESSAGES.notHeard(fault.reason()));
            case PREPARE -> new Response.Answered(Answer.ROLLED_BACK);
            case ROLLBACK -> new Response.Answered(Answer.DONE);
            default -> new Response.Answered(Answer.REFUSED);
        };
    }

    /** The answer to a verb from a participant that refuses it: a vote of no, or a decision not carried out yet. */
    private static Response refused(RemoteVerb verb, SoapFault fault) {
        return WORDS.contains(verb)
                ? Response.Refused.state(MESSAGES.notHeard(fault.reason()))
                : new Response.Answered(Answer.REFUSED);
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
                if (waiting.verb() == RemoteVerb.ROLLBACK && state == TwoPhaseState.ABORTING) {
                    enter(Event.ALL_FORGOTTEN); // rollback is presumed, and need not be confirmed
                }
            } else if (waiting != null && waiting.pause().isOver(now)) {
                PendingVerb repeated = waiting.sentAgain(++sendings, now);
                pending = repeated;
                sending = repeated.sending();
                again = enter(Event.COMMS_TIMES_OUT);
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
