package dev.assent.transport.soap.coordinator;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.message.Message;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordinator.OwnReference.Kind;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.state.CoordinatorTable;
import dev.assent.transport.soap.state.CoordinatorTable.Action;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import dev.assent.transport.soap.state.TwoPhaseState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The participants elsewhere, for both protocols of two-phase commit: what the node asks them goes out, and what they say
 * comes in (WS-AtomicTransaction 1.2, section 3.3). They are known by the keys of their references; one that is in the log
 * and not here is made again when the node asks it.
 *
 * <p>Thread safety: safe to share.
 */
public final class Participants implements Service {
    private final Desk desk;
    private final Map<String, Enlistment> byKey = new ConcurrentHashMap<>();

    Participants(Desk desk) {
        this.desk = desk;
    }

    // ---- registrations

    /** One registers. */
    void registered(OwnReference reference, EndpointReference place) {
        byKey.computeIfAbsent(reference.key(), key -> enlistment(reference, place, TwoPhaseState.ACTIVE));
    }

    /** It was too late; a durable one is told so by the node, which asks it to roll back. */
    void refused(OwnReference reference) {
        Enlistment refused = byKey.get(reference.key());
        if (refused != null && refused.state() == TwoPhaseState.ACTIVE) {
            byKey.remove(reference.key(), refused);
        }
    }

    private Enlistment enlistment(OwnReference reference, EndpointReference place, TwoPhaseState state) {
        Protocol protocol = reference.kind() == Kind.VOLATILE ? Protocol.VOLATILE_2PC : Protocol.DURABLE_2PC;
        BranchRef branch = BranchRef.ofStranger(
                reference.transaction(), new ParticipantAddress(place, protocol, reference.key()).text());
        return new Enlistment(protocol, state, new Enlistment.Wire() {
            @Override
            public void send(Notification message) {
                desk.send(place, reference, message, null);
            }

            @Override
            public void vote(Answer vote) {
                desk.ask(place.address(), new Request.Vote(reference.transaction(), branch, vote), told -> {});
            }

            @Override
            public void forget() {
                byKey.remove(reference.key());
            }
        });
    }

    // ---- what the node asks

    /**
     * Asks the participant at an address.
     *
     * @param millis how long its answer is waited for
     * @param reply is told once
     */
    public void ask(ParticipantAddress at, Request request, long millis, Consumer<Response> reply) {
        if (request instanceof Request.Ask ask && ask.branch().id() instanceof LocalTransactionId transaction) {
            Kind kind = Desk.kind(at.protocol() == Protocol.VOLATILE_2PC);
            OwnReference reference = new OwnReference(kind, transaction, at.key());
            TwoPhaseState unknown = ask.verb() == RemoteVerb.COMMIT ? TwoPhaseState.PREPARED : TwoPhaseState.ACTIVE;
            byKey.computeIfAbsent(at.key(), key -> enlistment(reference, at.place(), unknown))
                    .ask(ask.verb(), desk.clock().nanos(), millis, reply);
        } else if (request instanceof Request.Completed completed) {
            Enlistment known = byKey.get(at.key());
            if (known != null) {
                known.complete(isCommitted(completed.outcome()));
            }
            reply.accept(new Response.Answered(Answer.DONE));
        } else {
            reply.accept(new Response.Unanswered(
                    false, new IllegalStateException(Message.SOAP_REQUEST_REFUSED.text(request))));
        }
    }

    private static boolean isCommitted(Outcome outcome) {
        return outcome == Outcome.COMMITTED || outcome == Outcome.HEURISTIC_COMMIT;
    }

    // ---- what they say

    @Override
    public void take(Received received, Consumer<Said> answer) {
        OwnReference reference = OwnReference.in(received.addressing())
                .filter(each -> each.kind() == Kind.VOLATILE || each.kind() == Kind.DURABLE)
                .orElse(null);
        Enlistment known = reference == null ? null : byKey.get(reference.key());
        SoapFault fault = received.content().fault();
        if (fault != null) {
            boolean isInconsistent = ProtocolFault.of(fault.subcode())
                    .filter(each -> each == ProtocolFault.INCONSISTENT_INTERNAL_STATE)
                    .isPresent();
            if (known != null && isInconsistent) {
                known.hearInconsistent();
            }
            answer.accept(Said.NOTHING);
            return;
        }
        Event message = event(received);
        if (message == null) {
            answer.accept(Refusals.notTaken(received));
        } else if (known != null) {
            boolean isWrong = known.hear(message);
            answer.accept(
                    isWrong
                            ? Refusals.of(ProtocolFault.INVALID_STATE, Message.SOAP_STATE_REFUSED.text(message))
                            : Said.NOTHING);
        } else {
            hearUnknown(reference, message, received.addressing(), answer);
        }
    }

    private static @Nullable Event event(Received received) {
        if (received.content().message() instanceof Notification notification) {
            return switch (notification) {
                case PREPARED -> Event.PREPARED;
                case READ_ONLY -> Event.READ_ONLY;
                case ABORTED -> Event.ABORTED;
                case COMMITTED -> Event.COMMITTED;
                case PREPARE, COMMIT, ROLLBACK -> null;
            };
        }
        return null;
    }

    /** What is presumed of one that nobody knows is asked of the node, which has read its log (law 17). */
    private void hearUnknown(
            @Nullable OwnReference reference, Event message, Addressing addressing, Consumer<Said> answer) {
        boolean isVolatile = reference == null || reference.kind() == Kind.VOLATILE;
        CoordinatorTable table = isVolatile ? CoordinatorTable.VOLATILE : CoordinatorTable.DURABLE;
        Action action = table.at(message, TwoPhaseState.NONE).action();
        if (action == Action.FAULT_UNKNOWN_TRANSACTION) {
            answer.accept(Refusals.of(ProtocolFault.UNKNOWN_TRANSACTION, Message.SOAP_TRANSACTION_UNKNOWN.text()));
            return;
        }
        answer.accept(Said.NOTHING);
        EndpointReference from = addressing.from() == null ? addressing.notifiedFaults() : addressing.from();
        if (action == Action.SEND_ROLLBACK && reference != null && from != null) {
            BranchRef branch = BranchRef.ofStranger(reference.transaction(), from.address());
            desk.ask(from.address(), new Request.Inquire(reference.transaction(), branch), response -> {
                if (response.equals(new Response.Decided(Response.Decision.ROLLBACK))) {
                    desk.send(from, reference, Notification.ROLLBACK, addressing.messageId());
                }
            });
        }
    }

    // ---- time

    void tick() {
        long now = desk.clock().nanos();
        byKey.values().forEach(each -> each.tick(now));
    }

    boolean isIdle() {
        return byKey.values().stream().noneMatch(Enlistment::isWaiting);
    }

    void close() {
        byKey.values().forEach(Enlistment::close);
    }
}
