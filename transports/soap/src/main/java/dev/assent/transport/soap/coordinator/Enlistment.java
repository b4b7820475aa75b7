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
 * One participant elsewhere: what was sent to it, how far it is, and who waits for what it says. Its messages come whenever
 * they come, and those that say an answer to the verb under way are taken for that. A message is sent again, after pauses that
 * grow, when it was not taken or its answer is late, until the verb's time is over.
 *
 * <p>Thread safety: all methods may be called by any thread; nobody is told anything while its lock is held.
 */
final class Enlistment {
    private static final Set<TwoPhaseState> UNDECIDED =
            EnumSet.of(TwoPhaseState.ACTIVE, TwoPhaseState.PREPARING, TwoPhaseState.PREPARED);

    /** In which it has given no word yet. */
    private static final Set<TwoPhaseState> UNASKED =
            EnumSet.of(TwoPhaseState.NONE, TwoPhaseState.ACTIVE, TwoPhaseState.PREPARING);

    private static final Set<RemoteVerb> WORDS = EnumSet.of(RemoteVerb.COMMIT, RemoteVerb.ROLLBACK);

    /** By how many messages it has registered that are known when they come again; the last ones are. */
    private static final int MESSAGES_MAX = 8;

    /** In place of a message's number: a fault that answers none on the connection. */
    private static final int BY_ITSELF = -1;

    /** A longer identity is not kept. */
    private static final int MESSAGE_CHARS_MAX = 256;

    private final CoordinatorTable table;
    private final Wire wire;
    private final AnswerTimes times;

    /** Guards what follows. */
    private final Object lock = new Object();

    private final Deque<String> registeredBy = new ArrayDeque<>(1);
    private TwoPhaseState state;
    private @Nullable PendingVerb pending;

    /** Numbers what is sent for verbs, so that news of one that was not taken is never news of a later one. */
    private int sendings;

    /** Whether it has registered once more while it was asked, and is asked once more. */
    private boolean hasRegisteredAgain;

    /** Whether it was told to commit when no verb waited for its answer, so that it may have committed and forgotten since. */
    private boolean wasToldUnasked;

    /** What it has said of its word when nobody has asked, and whoever asks is told; null when it has not. */
    private @Nullable Answer claim;

    /** What it makes of the world. */
    interface Wire {
        /** Whether this is the participant's {@link Registered#address}. */
        boolean isAt(String address);

        /**
         * Sends the participant a message; when it was not taken, {@link Enlistment#untaken} of the sender is told.
         *
         * @param sending its number among what was sent for verbs; 0 when no verb waits for an answer
         */
        void send(Enlistment sender, Notification message, int sending);

        /**
         * The participant votes that was not asked.
         *
         * @param vote READ_ONLY or ROLLED_BACK
         */
        void vote(Answer vote);

        /** The participant asks what is decided. */
        void inquire();

        /** The participant is over: this one is, and not one that has taken its place since. */
        void forget(Enlistment over);
    }

    /** One that has registered: ACTIVE; or one that the log knows: PREPARED. */
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

    /** It has registered by this message, which changes nothing when it comes again. */
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

    /** It registers, or does so again; whether it can. One that is being asked is so once more, with a state of its own. */
    boolean register() {
        synchronized (lock) {
            boolean isPossible = table.at(Event.REGISTER, state).action() == Action.SEND_REGISTER_RESPONSE;
            hasRegisteredAgain |= isPossible && state == TwoPhaseState.PREPARING;
            return isPossible;
        }
    }

    /** Whether it is told there, and by no other reference; as {@link Registered#address}. */
    boolean isAt(String address) {
        return wire.isAt(address);
    }

    // ---- what the coordinator asks

    /**
     * Asks it; one that can't be asked that any more refuses.
     *
     * @return false when it is over, as it just has said or was told, and was not asked
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

    /** What it has claimed about what it is asked now; null for nothing. A hazard ends it, a doubt is told once. */
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

    /** The message of a verb, whose state is entered; null when the state has no such verb. */
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
                    enter(Event.COMMIT_DECISION); // it is durable when this is called
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
            case COMMIT_ONE_PHASE, FORGET -> null; // there are no such messages
        };
    }

    /** Something has happened; the message that is sent for it, null for none. */
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

    /** The node says what is decided of one that is prepared, and was not told so yet. */
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
     * It is told what became of the transaction, once, and nothing is waited for.
     *
     * @param verb COMMIT or ROLLBACK; null when neither is true, or nobody knows
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

    // ---- what it says

    /**
     * It has said something.
     *
     * @return whether it is answered by the fault InvalidState
     */
    boolean hear(Event message) {
        TwoPhaseState before;
        Step<Action, TwoPhaseState> step;
        PendingVerb told = null;
        synchronized (lock) {
            if (claim == Answer.HEURISTIC_HAZARD) {
                return false; // who has lost its word has no more to say
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
                claim = Answer.HEURISTIC_HAZARD; // it has said both
                return step.action() == Action.FAULT_INVALID_STATE;
            }
        }
        if (table == CoordinatorTable.DURABLE && message == Event.PREPARED && before == TwoPhaseState.PREPARED) {
            wire.inquire(); // it was told before, and heard nothing: the decision may be there meanwhile
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

    /** It has said that it can commit, and says now that it has rolled back. */
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
            wire.forget(this); // the transaction asks nothing more of one that has voted
        }
    }

    /** What a message says to the verb that waits. */
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
     * It says that it has lost its word (WS-AtomicTransaction 1.2, section 5.1). One that has given none refuses by that; of
     * any other nobody can tell what it did, and whoever asks it next is told so.
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
     * It refuses what it was asked, by a message of its own.
     *
     * @param now when it has come
     */
    void hearFault(SoapFault fault, long now) {
        hearFault(fault, BY_ITSELF, now);
    }

    /**
     * A message was not taken. One that was sent again meanwhile does not count any more, and one that no verb has sent
     * answers none: only that the participant has lost its word counts, whenever it is said.
     *
     * @param sending its number
     * @param fault what the answer on the connection says; null for nothing
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
     * A fault answers the verb under way when it lasts: nobody waits for what will not come. One that knows no transaction
     * has given no word, or has kept it (presumed abort). Any other is not done, and may be asked again.
     *
     * @param sending the number of the message that it answers on the connection; BY_ITSELF when it has come by one of its own
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
                return; // it may have committed when it was told before, and has forgotten: that is asked again
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

    /** What one says to a verb that knows no transaction. */
    private static Response unknown(RemoteVerb verb, SoapFault fault) {
        return switch (verb) {
            case COMMIT -> new Response.Refused(Response.Why.GONE, MESSAGES.notHeard(fault.reason()));
            case PREPARE -> new Response.Answered(Answer.ROLLED_BACK);
            case ROLLBACK -> new Response.Answered(Answer.DONE);
            default -> new Response.Answered(Answer.REFUSED);
        };
    }

    /** What one says that does not do what the verb asks for: a vote that is no, or nothing yet. */
    private static Response refused(RemoteVerb verb, SoapFault fault) {
        return WORDS.contains(verb)
                ? Response.Refused.state(MESSAGES.notHeard(fault.reason()))
                : new Response.Answered(Answer.REFUSED);
    }

    // ---- time

    /** Sends again what was not answered, and answers for those whose time is over. */
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
                    enter(Event.ALL_FORGOTTEN); // it is presumed, and need not be confirmed
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

    /** Whether something was asked and is not answered. */
    boolean isWaiting() {
        synchronized (lock) {
            return pending != null;
        }
    }

    /** Answers who waits that nothing comes any more. */
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
