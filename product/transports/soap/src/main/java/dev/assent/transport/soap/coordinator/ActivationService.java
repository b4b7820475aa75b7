package dev.assent.transport.soap.coordinator;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage.CreateCoordinationContext;
import dev.assent.transport.soap.coordination.ProtocolMessage.CreateCoordinationContextResponse;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.Refusals;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins transactions, and makes this node a subordinate of a transaction that was begun elsewhere: interposition
 * (WS-Coordination 1.2, section 3.1).
 *
 * <p>Thread safety: safe to share.
 */
public final class ActivationService implements Service {
    private final Desk desk;
    private final Contexts contexts;
    private final CompletionService completion;

    ActivationService(Desk desk, Contexts contexts, CompletionService completion) {
        this.desk = desk;
        this.contexts = contexts;
        this.completion = completion;
    }

    @Override
    public void take(Received received, Consumer<Said> answer) {
        if (!(received.content().message() instanceof CreateCoordinationContext asked)) {
            answer.accept(Refusals.notTaken(received));
            return;
        }
        if (!asked.coordinationType().equals(Notification.NAMESPACE)) {
            answer.accept(
                    Refusals.of(ProtocolFault.INVALID_PARAMETERS, MESSAGES.typeRefused(asked.coordinationType())));
            return;
        }
        CoordinationContext current = asked.current();
        if (current != null) {
            interpose(received.from(), current, answer);
        } else {
            begin(received, asked.expires(), answer);
        }
    }

    /** Begins a transaction. A key identifies its client; only the first that registers for Completion gets the key. */
    private void begin(Received received, @Nullable Long expires, Consumer<Said> answer) {
        if (!completion.hasRoom()) {
            answer.accept(Refusals.of(
                    ProtocolFault.CANNOT_CREATE_CONTEXT,
                    MESSAGES.noRoom("transaction", CompletionService.LIMITS.underWayMax())));
            return;
        }
        long millis = expires == null ? 0 : desk.expires().toMillis(expires);
        RegisteredInitiator initiator = new RegisteredInitiator();
        Request.Begin request = new Request.Begin(millis);
        desk.observation().came(received.from(), request, received.bytes());
        String certified = received.certified();
        Caller who = certified == null
                ? Caller.ofHost(initiator.name(), received.from())
                : Caller.ofCertificate(initiator.name(), certified);
        desk.inbound().ask(who, request, response -> {
            Context context = response instanceof Response.Begun begun ? begun.context() : null;
            LocalTransactionId transaction =
                    context == null ? null : context.superior().name();
            if (context != null && transaction != null) {
                completion.begun(transaction, initiator, context.remainingMillis());
            }
            answer.accept(begun(response));
        });
    }

    /**
     * Makes this node a subordinate: it registers with the current context's superior, and its own participants with
     * it.
     */
    private void interpose(String from, CoordinationContext current, Consumer<Said> answer) {
        Context context;
        try {
            context = contexts.read(current);
        } catch (IllegalArgumentException refused) {
            answer.accept(Refusals.of(ProtocolFault.INVALID_PARAMETERS, String.valueOf(refused.getMessage())));
            return;
        }
        desk.inbound()
                .handle(
                        new Caller(null, from),
                        new HandleRequest.Recreate(context),
                        response -> answer.accept(begun(response)));
    }

    private Said begun(Response response) {
        return response instanceof Response.Begun begun
                ? new Said.Answer(new CreateCoordinationContextResponse(contexts.write(begun.context())), begun)
                : Refusals.of(ProtocolFault.CANNOT_CREATE_CONTEXT, Refusals.text(response));
    }
}
