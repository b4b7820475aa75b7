package dev.assent.transport.soap.coordinator;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.message.Message;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage.CreateCoordinationContext;
import dev.assent.transport.soap.coordination.ProtocolMessage.CreateCoordinationContextResponse;
import dev.assent.transport.soap.coordinator.OwnReference.Kind;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins transactions (WS-Coordination 1.2, section 3.1).
 *
 * <p>Thread safety: safe to share.
 */
public final class ActivationService implements Service {
    private final Desk desk;
    private final Keys keys;
    private final CompletionService completion;

    ActivationService(Desk desk, Keys keys, CompletionService completion) {
        this.desk = desk;
        this.keys = keys;
        this.completion = completion;
    }

    @Override
    public void take(Received received, Consumer<Said> answer) {
        if (!(received.content().message() instanceof CreateCoordinationContext asked)) {
            answer.accept(Refusals.notTaken(received));
            return;
        }
        if (!asked.coordinationType().equals(Notification.NAMESPACE)) {
            answer.accept(Refusals.of(
                    ProtocolFault.INVALID_PARAMETERS, Message.SOAP_TYPE_REFUSED.text(asked.coordinationType())));
            return;
        }
        if (asked.current() != null) {
            answer.accept(Refusals.of(ProtocolFault.CANNOT_CREATE_CONTEXT, Message.SOAP_INTERPOSITION_REFUSED.text()));
            return;
        }
        begin(asked.expires(), answer);
    }

    /** Whoever begins it is known again by a key that only the one who registers for Completion first is given. */
    private void begin(@Nullable Long expires, Consumer<Said> answer) {
        long millis = expires == null ? 0 : desk.expires().toMillis(expires);
        CompletionService.Initiator initiator = new CompletionService.Initiator();
        desk.ask(initiator.name(), new Request.Begin(millis), response -> {
            LocalTransactionId transaction = response instanceof Response.Begun begun
                    ? begun.context().superior().name()
                    : null;
            if (response instanceof Response.Begun begun && transaction != null) {
                completion.begun(transaction, initiator);
                answer.accept(
                        new Said.Answer(new CreateCoordinationContextResponse(context(transaction, begun.context()))));
            } else {
                answer.accept(Refusals.of(ProtocolFault.CANNOT_CREATE_CONTEXT, Refusals.text(response)));
            }
        });
    }

    private CoordinationContext context(LocalTransactionId transaction, Context context) {
        OwnReference reference =
                new OwnReference(Kind.REGISTRATION, transaction, keys.key(Kind.REGISTRATION, transaction, ""));
        boolean isUnlimited = context.remainingMillis() == Context.UNLIMITED;
        return new CoordinationContext(
                "urn:assent:transaction:" + transaction,
                isUnlimited ? null : desk.expires().ofMillis(context.remainingMillis()),
                Notification.NAMESPACE,
                desk.place(reference));
    }
}
