package dev.assent.transport.soap.client;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.identity.TransactionId;
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
 * One transaction that was begun at a coordinator elsewhere, as its initiator: how far its end is, and who waits for it. It
 * registers for Completion before anybody else has the context: who is first alone ends the transaction.
 *
 * <p>Thread safety: all methods may be called by any thread; nobody is told anything while its lock is held.
 */
final class Initiator {
    /** After so long without an outcome that is to come by a message of its own, what was asked for is sent again. */
    static final long RESEND_MILLIS = 10_000;

    private final TransactionId id;
    private final long remainingMillis;
    private final long begunNanos;
    private final RemoteCoordinator coordinator;
    private final EndpointReference registration;
    private final EndpointReference place;
    /** Guards what follows. */
    private final Object lock = new Object();

    private final List<Waiting> waiting = new ArrayList<>(1);
    private CompletionState state = CompletionState.NONE;
    private @Nullable EndpointReference completion;
    private Request.@Nullable End asked;
    private long sentNanos;
    private boolean mayBeHeard;
    private @Nullable Response outcome;

    /** Who has asked for the end; told once, when it is taken off the list. */
    private record Waiting(long sinceNanos, long millis, Consumer<Response> reply) {
        boolean isOverdue(long now) {
            return now - sinceNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
        }
    }

    /** What became of a transaction. */
    private record Told(Event event, String why) {}

    /**
     * One whose context has come, just now.
     *
     * @param registration of its coordinator
     * @param place where the outcome is told; anonymous for on the connection
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

    /** Whether the outcome is known, or the time is over and nobody asks for it. */
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

    // ---- what the application asks

    /**
     * Registers, once; the answer is waited for so long.
     *
     * @param done is run then, or
     * @param failed is told why it can't
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

    /** Asks for the end of what is registered; each message is waited for so long. */
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

    /** Nothing was said this time; but what was sent before may have been heard. */
    private void lost(Response.Unanswered lost, Waiting waiter) {
        boolean isHeard = mayBeHeard(lost.mayHaveArrived());
        tell(waiter, new Response.Unanswered(isHeard, lost.cause()));
    }

    /** Whether what was sent may have been done, now or before. When it was not, it may be asked for otherwise. */
    private boolean mayBeHeard(boolean isNow) {
        synchronized (lock) {
            mayBeHeard |= isNow;
            if (!mayBeHeard) {
                enter(Event.NOT_DONE);
            }
            return mayBeHeard;
        }
    }

    // ---- what the coordinator says

    /** On the connection: the outcome, that nothing is done, or neither; then it comes later, or the time is over. */
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

    /** Whether it was the outcome. */
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
     * By a message of its own.
     *
     * @param bytes that it takes on the connection
     * @return what is done about it; null when it is no outcome
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

    /** What became of a transaction; null when that is not said. */
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

    /** Sends again what was not answered by a message of its own, and answers those whose time is over. */
    void tick(long now) {
        if (place.isAnonymous()) {
            return; // whoever waits for a connection is told by it
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
        if (again != null
                && left != null) { // who waits for what was sent first waits on, unless this brings the outcome
            coordinator.ask(question(again), left.millis(), this::hearOutcome, stillNothing -> {});
        }
    }

    /** Answers who waits that nothing comes any more. */
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
