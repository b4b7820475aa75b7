package dev.assent.transport.soap.client;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.client.RemoteCoordinator.Question;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage.Register;
import dev.assent.transport.soap.coordination.ProtocolMessage.RegisterResponse;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.messaging.Outbox.Heard;
import dev.assent.transport.soap.state.CompletionInitiatorTable;
import dev.assent.transport.soap.state.CompletionInitiatorTable.Action;
import dev.assent.transport.soap.state.CompletionInitiatorTable.Event;
import dev.assent.transport.soap.state.CompletionState;
import dev.assent.transport.soap.state.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The initiator of one transaction at a coordinator elsewhere: how far its end is, and the callers that wait for it. It
 * registers for Completion before any other process has the context, since only the first to register may end the
 * transaction.
 *
 * <p>Thread safety: all methods may be called by any thread; no foreign code is called while its lock is held.
 */
final class Initiator {
    /** How long it waits for an outcome by a message of its own, before it repeats its request. */
    static final long RESEND_MILLIS = 10_000;

    private final TransactionId id;
    private final long remainingMillis;
    private final long begunNanos;
    private final RemoteCoordinator coordinator;
    private final EndpointReference registration;
    private final EndpointReference place;
    /** Guards the fields below. */
    private final Object lock = new Object();

    private final List<Waiting> waiting = new ArrayList<>(1);
    private CompletionState state = CompletionState.NONE;
    private @Nullable EndpointReference completion;
    private Request.@Nullable End asked;
    private long sentNanos;
    private boolean mayBeHeard;
    private @Nullable Response outcome;

    /** A caller that has asked for the end. It gets its answer once, when it is removed from the list. */
    private record Waiting(long sinceNanos, long millis, Consumer<Response> reply) {
        boolean isOverdue(long now) {
            return now - sinceNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
        }
    }

    /** An outcome that the coordinator reports. */
    private record Told(Event event, String why) {}

    /**
     * The initiator of a context that has just come.
     *
     * @param registration the coordinator's Registration service
     * @param place the endpoint for the outcome; anonymous for an outcome on the connection
     */
    Initiator(Context context, RemoteCoordinator coordinator, EndpointReference registration, EndpointReference place) {
        this.id = context.id();
        this.remainingMillis = context.remainingMillis();
        this.coordinator = coordinator;
        this.begunNanos = now();
        this.registration = registration;
        this.place = place;
    }

    private long now() {
        return coordinator.desk().clock().nanos();
    }

    /** Whether no caller waits, and the outcome is known or the timeout is over. */
    boolean isOver(long now) {
        synchronized (lock) {
            boolean isLate = remainingMillis != Context.UNLIMITED
                    && now - begunNanos > TimeUnit.MILLISECONDS.toNanos(remainingMillis);
            return waiting.isEmpty() && (outcome != null || isLate);
        }
    }

    private Step<Action, CompletionState> enter(Event event) {
        Step<Action, CompletionState> step = CompletionInitiatorTable.at(event, state);
        state = step.next();
        return step;
    }

    // ---- requests of the application

    /**
     * Registers for Completion. Called once.
     *
     * @param millis how long to wait for the answer
     * @param done runs after success
     * @param failed gets the failure
     */
    void register(long millis, Runnable done, Consumer<Response> failed) {
        Register message = new Register(Protocol.COMPLETION.uri(), place);
        Consumer<Heard> next = heard -> {
            if (!(heard.content().message() instanceof RegisterResponse registered)) {
                failed.accept(RemoteCoordinator.refused(heard));
                return;
            }
            try {
                coordinator.checkPlace(registered.coordinator());
            } catch (IllegalArgumentException elsewhere) {
                failed.accept(Response.Refused.state(String.valueOf(elsewhere.getMessage())));
                return;
            }
            synchronized (lock) {
                completion = registered.coordinator();
                enter(Event.REGISTER_RESPONSE);
            }
            done.run();
        };
        coordinator.ask(new Question(registration, message, "Register for Completion"), millis, next, failed::accept);
    }

    /** Asks for the end, after registration; waits {@code millis} for the answer to each message. */
    void end(Request.End end, long millis, Consumer<Response> reply) {
        Waiting waiter = new Waiting(now(), millis, reply);
        Action action;
        Response known;
        synchronized (lock) {
            boolean isAgain = asked != null && asked.isCommit() == end.isCommit();
            Event event = end.isCommit() ? Event.USER_COMMIT : Event.USER_ROLLBACK;
            action = enter(isAgain ? Event.USER_AGAIN : event).action();
            known = outcome;
            if (action != Action.REFUSE && action != Action.RETURN_AGAIN) {
                asked = end;
                sentNanos = now();
                waiting.add(waiter);
            }
        }
        switch (action) {
            case RETURN_AGAIN -> reply.accept(Objects.requireNonNull(known));
            case REFUSE -> reply.accept(Response.Refused.state(MESSAGES.endingAlready(id)));
            default -> send(end, millis, waiter);
        }
    }

    private void send(Request.End end, long millis, Waiting waiter) {
        coordinator.ask(question(end), millis, heard -> heard(heard, waiter), lost -> lost(lost, waiter));
    }

    private Question question(Request.End end) {
        EndpointReference to;
        synchronized (lock) {
            to = Objects.requireNonNull(completion);
        }
        return new Question(to, end.isCommit() ? Notification.COMMIT : Notification.ROLLBACK, end);
    }

    /** This message got no answer; but an earlier one may have arrived. */
    private void lost(Response.Unanswered lost, Waiting waiter) {
        boolean isHeard = mayBeHeard(lost.mayHaveArrived());
        tell(waiter, new Response.Unanswered(isHeard, lost.cause()));
    }

    /**
     * Whether this or an earlier message may have been carried out. If none was, the application may change its
     * request.
     */
    private boolean mayBeHeard(boolean isNow) {
        synchronized (lock) {
            mayBeHeard |= isNow;
            if (!mayBeHeard) {
                enter(Event.NOT_DONE);
            }
            return mayBeHeard;
        }
    }

    // ---- messages of the coordinator

    /**
     * Takes an answer on the connection: the outcome, a refusal, or neither. In the last case the outcome comes later.
     */
    private void heard(Heard heard, Waiting waiter) {
        if (hearOutcome(heard)) {
            return;
        }
        if (!mayBeHeard(!heard.isRefused())) {
            tell(waiter, RemoteCoordinator.refused(heard));
        } else if (place.isAnonymous()) {
            String why = MESSAGES.notHeard(heard);
            tell(waiter, new Response.Unanswered(true, new IllegalStateException(why)));
        }
    }

    /** Takes an outcome; false if the answer is not one. */
    private boolean hearOutcome(Heard heard) {
        Told told = told(heard.content());
        if (told == null) {
            return false;
        }
        mayBeHeard(true);
        hear(told, heard.peer(), heard.answered().bytes());
        return true;
    }

    /**
     * Takes an outcome that comes by a message of its own.
     *
     * @param bytes its size on the connection
     * @return the action for it; null if it is not an outcome
     */
    @Nullable Action hear(Messages.Content content, String peer, int bytes) {
        Told told = told(content);
        return told == null ? null : hear(told, peer, bytes);
    }

    private Action hear(Told told, String peer, int bytes) {
        Action action;
        List<Waiting> all = List.of();
        Response.Ended ended = null;
        synchronized (lock) {
            action = enter(told.event()).action();
            Outcome what = outcome(action);
            if (what != null) {
                ended = new Response.Ended(what, told.why());
                outcome = ended;
                all = List.copyOf(waiting);
            }
        }
        if (ended != null) {
            coordinator.desk().observation().came(peer, ended, bytes);
            for (Waiting each : all) {
                tell(each, ended);
            }
        }
        return action;
    }

    private static @Nullable Outcome outcome(Action action) {
        return switch (action) {
            case RETURN_COMMITTED -> Outcome.COMMITTED;
            case RETURN_ABORTED -> Outcome.ROLLED_BACK;
            case RETURN_MIXED -> Outcome.HEURISTIC_MIXED;
            case RETURN_UNKNOWN -> Outcome.UNKNOWN;
            default -> null;
        };
    }

    /** The reported outcome; null if there is none. */
    private static @Nullable Told told(Messages.Content content) {
        if (content.message() == Notification.COMMITTED) {
            return new Told(Event.COMMITTED, "");
        }
        if (content.message() == Notification.ABORTED) {
            return new Told(Event.ABORTED, MESSAGES.endedByAborted());
        }
        SoapFault fault = content.fault();
        ProtocolFault known =
                fault == null ? null : ProtocolFault.of(fault.subcode()).orElse(null);
        if (fault != null && known == ProtocolFault.INCONSISTENT_INTERNAL_STATE) {
            return new Told(Event.INCONSISTENT, fault.reason());
        }
        return fault != null && known == ProtocolFault.UNKNOWN_TRANSACTION
                ? new Told(Event.UNKNOWN, fault.reason())
                : null;
    }

    private void tell(Waiting waiter, Response response) {
        boolean isUntold;
        synchronized (lock) {
            isUntold = waiting.remove(waiter);
        }
        if (isUntold) {
            waiter.reply().accept(response);
        }
    }

    // ---- time

    /** Repeats a request whose outcome should come by a message of its own, and ends callers whose time is over. */
    void tick(long now) {
        if (place.isAnonymous()) {
            return; // the connection itself ends the wait
        }
        List<Waiting> overdue;
        Waiting left;
        Request.End again = null;
        synchronized (lock) {
            overdue = waiting.stream().filter(each -> each.isOverdue(now)).toList();
            left = waiting.stream()
                    .filter(each -> !each.isOverdue(now))
                    .findFirst()
                    .orElse(null);
            boolean isLate = now - sentNanos >= TimeUnit.MILLISECONDS.toNanos(RESEND_MILLIS);
            if (left != null && isLate && state == CompletionState.COMPLETING) {
                enter(Event.COMMS_TIMES_OUT);
                sentNanos = now;
                again = asked;
            }
        }
        for (Waiting each : overdue) {
            String why = MESSAGES.outcomeUntold(each.millis());
            tell(each, new Response.Unanswered(true, new IllegalStateException(why)));
        }
        if (again != null && left != null) { // callers go on waiting unless this brings the outcome
            coordinator.ask(question(again), left.millis(), this::hearOutcome, stillNothing -> {});
        }
    }

    /** Ends all waiting callers without an outcome. */
    void close() {
        List<Waiting> all;
        synchronized (lock) {
            all = List.copyOf(waiting);
        }
        for (Waiting each : all) {
            tell(each, new Response.Unanswered(true, new IllegalStateException(MESSAGES.closed())));
        }
    }
}
