package dev.assent.transport.soap.handler;

import dev.assent.core.message.Message;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.WorkRefusedException;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.xml.Element;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * Makes what an endpoint of JAX-WS does part of the transaction that a request has (Jakarta XML Web Services 4.0, chapter 9;
 * WS-AtomicTransaction 1.2, section 2). The method runs on the thread of its handlers, which has the transaction meanwhile;
 * the reply waits until who decides knows of the work, and is a fault when the transaction can only roll back.
 *
 * <pre>{@code
 * endpoint.getBinding().setHandlerChain(List.of(new ServingHandler(soap.programs())));
 * }</pre>
 *
 * <p>A request without a context is served without a transaction. Endpoints that answer by another thread are not for this.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServingHandler implements SOAPHandler<SOAPMessageContext> {
    private static final String WORK = ServingHandler.class.getName() + ".work";

    private final Programs programs;

    /** For the endpoints of a process. */
    public ServingHandler(Programs programs) {
        this.programs = programs;
    }

    /** It understands the context. */
    @Override
    public Set<QName> getHeaders() {
        return Set.of(CoordinationContext.NAME);
    }

    @Override
    public boolean handleMessage(SOAPMessageContext message) {
        if (!Blocks.isOutbound(message)) {
            enter(message);
        } else if (leave(message)) {
            throw Blocks.fault(message, ProtocolFault.INVALID_STATE.subcode(), Message.SOAP_ROLLBACK_ONLY.text());
        }
        return true;
    }

    private void enter(SOAPMessageContext message) {
        Element block = null;
        for (Blocks.Found each : Blocks.contexts(message)) {
            boolean isOfTransaction = CoordinationContext.isOfTransaction(each.context());
            if (isOfTransaction && block == null) {
                block = each.context();
            } else if (each.mustBeUnderstood()) {
                String what = isOfTransaction ? "a second transaction" : "another coordination";
                throw refusal(message, Message.SOAP_CONTEXT_NOT_TAKEN.text(what));
            }
        }
        if (block != null) {
            enter(message, block);
        }
    }

    private void enter(SOAPMessageContext message, Element block) {
        ThreadTransactions threads = programs.threads();
        if (threads == null) {
            throw refusal(message, Message.SOAP_CONTEXT_NOT_TAKEN.text("an atomic transaction"));
        }
        try {
            Context context = programs.read(block);
            message.put(WORK, threads.enter(new Caller(null, String.valueOf(context.superior())), context));
        } catch (IllegalArgumentException | WorkRefusedException refused) {
            throw refusal(message, String.valueOf(refused.getMessage()));
        }
    }

    private static SOAPFaultException refusal(SOAPMessageContext message, String why) {
        return Blocks.fault(message, ProtocolFault.INVALID_PARAMETERS.subcode(), why);
    }

    /** Whether the transaction can only roll back. */
    private static boolean leave(MessageContext message) {
        if (!(message.remove(WORK) instanceof ThreadTransactions.Work work)) {
            return false;
        }
        Result told = work.leave();
        return told instanceof Result.Thrown || told.effect().isRollbackOnly();
    }

    /** The work is over; its fault says enough. */
    @Override
    public boolean handleFault(SOAPMessageContext message) {
        leave(message);
        return true;
    }

    /** Of a one-way operation, which has no answer. */
    @Override
    public void close(MessageContext message) {
        leave(message);
    }
}
