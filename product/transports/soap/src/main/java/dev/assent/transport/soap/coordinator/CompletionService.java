package dev.assent.transport.soap.coordinator;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage.RegisterResponse;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.Refusals;
import dev.assent.transport.soap.desk.Remembered;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.state.CompletionCoordinatorTable.Action;
import dev.assent.transport.soap.state.CompletionCoordinatorTable.Event;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends transactions for their initiators (WS-AtomicTransaction 1.2, section 3.2). The first process that registers is
 * the initiator, since all others get the context from it. An initiator that can't be called registers with the
 * anonymous address, and gets the outcome on the connection of its request.
 *
 * <p>Thread safety: safe to share.
 */
final class CompletionService implements Service {
    /** How many unfinished transactions there may be, and how many finished ones keep their initiators. */
    static final Remembered.Limits LIMITS = new Remembered.Limits(100_000, 100_000);

    private final Desk desk;
    private final Remembered<LocalTransactionId, RegisteredInitiator> initiators;

    CompletionService(Desk desk) {
        this(desk, LIMITS);
    }

    /** With limits of remembered transactions. */
    CompletionService(Desk desk, Remembered.Limits limits) {
        this.desk = desk;
        this.initiators =
                new Remembered<>(limits, each -> each.isOver(desk.clock().nanos()), gone -> {});
    }

    /** Whether one more transaction may be begun. */
    boolean hasRoom() {
        return initiators.hasRoom();
    }

    /**
     * Adds a transaction that has begun.
     *
     * @param millis its timeout
     */
    void begun(LocalTransactionId transaction, RegisteredInitiator initiator, long millis) {
        initiator.begun(desk.clock().nanos(), millis);
        initiators.add(transaction, initiator);
    }

    /**
     * Registers an initiator. One that can be called hears of a rollback even if it has not asked for the end, since
     * the node tells its onlookers.
     *
     * @param answer gets the answer once
     */
    void register(Received received, LocalTransactionId transaction, EndpointReference place, Consumer<Said> answer) {
        RegisteredInitiator initiator = initiators.find(transaction);
        if (initiator == null) {
            answer.accept(notRegistered(transaction));
            return;
        }
        OwnReference end = new OwnReference(Kind.COMPLETION, transaction, transaction, "", initiator.key());
        String address;
        try {
            address =
                    place.isAnonymous() ? null : EndpointAddress.of(end, place).text();
        } catch (IllegalArgumentException refused) { // its address can't be called, or is too long
            answer.accept(Refusals.of(ProtocolFault.INVALID_PARAMETERS, String.valueOf(refused.getMessage())));
            return;
        }
        String message = received.addressing().messageId();
        if (!initiator.register(address == null ? EndpointReference.ANONYMOUS : place, message)) {
            answer.accept(notRegistered(transaction));
            return;
        }
        Said told = new Said.Answer(new RegisterResponse(desk.place(end)), new Response.Registered(null));
        if (address == null) {
            answer.accept(told);
            return;
        }
        Registration onlooker = new Registration(
                BranchRef.ofStranger(transaction, address), address, EnumSet.of(Interest.AFTER_COMPLETION));
        desk.ask(received.from(), new Request.Register(transaction, onlooker, 0), any -> answer.accept(told));
    }

    private static Said notRegistered(LocalTransactionId transaction) {
        return Refusals.of(ProtocolFault.CANNOT_REGISTER_PARTICIPANT, MESSAGES.initiatorRefused(transaction));
    }

    /**
     * Tells an initiator that has not asked for the end that its transaction has rolled back. One that has asked hears
     * the outcome by the answer.
     */
    void completed(OwnReference reference, Outcome outcome) {
        RegisteredInitiator initiator = initiators.find(reference.name());
        if (initiator != null && outcome == Outcome.ROLLED_BACK && initiator.rolledBack()) {
            Response told = new Response.Ended(outcome, "");
            desk.send(new Desk.Sending(initiator.place(), reference, Notification.ABORTED, told), null);
        }
    }

    @Override
    public void take(Received received, Consumer<Said> answer) {
        boolean isCommit = received.content().message() == Notification.COMMIT;
        if (!isCommit && received.content().message() != Notification.ROLLBACK) {
            answer.accept(Refusals.notTaken(received));
            return;
        }
        OwnReference reference = OwnReference.in(received.addressing().parameters())
                .filter(each -> each.kind() == Kind.COMPLETION)
                .orElse(null);
        RegisteredInitiator initiator = reference == null
                ? null
                : Optional.ofNullable(initiators.find(reference.name()))
                        .filter(each -> each.key().equals(reference.key()))
                        .orElse(null);
        if (reference == null || initiator == null) {
            answer.accept(Refusals.of(ProtocolFault.UNKNOWN_TRANSACTION, MESSAGES.transactionUnknown()));
            return;
        }
        Request.End request = new Request.End(reference.id(), isCommit, List.of(), false);
        desk.observation().came(received.from(), request, received.bytes());
        end(new Ending(reference, initiator, received.addressing().messageId()), request, answer);
    }

    /**
     * A request for the end of a transaction.
     *
     * @param asked the identity of its message
     */
    private record Ending(
            OwnReference reference,
            RegisteredInitiator initiator,
            @Nullable String asked) {}

    private void end(Ending ending, Request.End request, Consumer<Said> answer) {
        Action action = ending.initiator().enter(request.isCommit() ? Event.COMMIT : Event.ROLLBACK);
        boolean isOnConnection = ending.initiator().place().isAnonymous();
        if (action == Action.FAULT_INVALID_STATE) {
            answer.accept(Refusals.of(
                    ProtocolFault.INVALID_STATE,
                    MESSAGES.endingAlready(ending.reference().name())));
            return;
        }
        if (action == Action.IGNORE && !isOnConnection) {
            answer.accept(Said.NOTHING);
            return;
        }
        Consumer<Said> later = isOnConnection ? answer : said -> tell(ending, said);
        if (!isOnConnection) {
            answer.accept(Said.NOTHING);
        }
        desk.ask(ending.initiator().name(), request, response -> later.accept(said(ending.initiator(), response)));
    }

    /** The answer to the initiator; a repeated request gets the same answer. */
    private static Said said(RegisteredInitiator initiator, Response response) {
        if (!(response instanceof Response.Ended ended)) {
            return unknown(initiator, ProtocolFault.INVALID_STATE, Refusals.text(response));
        }
        return switch (ended.outcome()) {
            case COMMITTED -> over(initiator, Event.COMMIT_DECISION, Notification.COMMITTED, ended);
            case ROLLED_BACK -> over(initiator, Event.ROLLBACK_DECISION, Notification.ABORTED, ended);
            case HEURISTIC_COMMIT, HEURISTIC_ROLLBACK, HEURISTIC_MIXED, HEURISTIC_HAZARD ->
                unknown(initiator, ProtocolFault.INCONSISTENT_INTERNAL_STATE, ended.why());
            case UNKNOWN, PENDING, PREPARED -> unknown(initiator, ProtocolFault.UNKNOWN_TRANSACTION, ended.why());
        };
    }

    /** The answer says neither committed nor rolled back, so the initiator may ask again. */
    private static Said unknown(RegisteredInitiator initiator, ProtocolFault fault, String text) {
        initiator.reopen();
        return Refusals.of(fault, text);
    }

    private static Said over(RegisteredInitiator initiator, Event event, Notification message, Response.Ended ended) {
        initiator.finish(event);
        return new Said.Answer(message, ended);
    }

    private void tell(Ending ending, Said said) {
        EndpointReference to = ending.initiator().place();
        if (said instanceof Said.Answer told && told.message() instanceof Notification message) {
            desk.send(new Desk.Sending(to, ending.reference(), message, told.meant()), ending.asked());
        } else if (said instanceof Said.Refusal refusal) {
            desk.sendFault(to, refusal.fault(), ending.asked());
        }
    }
}
