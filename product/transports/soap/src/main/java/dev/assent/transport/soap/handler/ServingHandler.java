package dev.assent.transport.soap.handler;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.WorkRefusedException;
import dev.assent.transport.soap.SoapTransport;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.program.Programs;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Makes the work of a JAX-WS endpoint part of the transaction of a request's context (Jakarta XML Web Services 4.0,
 * chapter 9; WS-AtomicTransaction 1.2, section 2). The method runs on the thread of its handlers, which has the
 * transaction meanwhile. The reply waits until the superior knows of the work, and is a fault if the transaction can
 * only roll back.
 *
 * <pre>{@code
 * endpoint.getBinding().setHandlerChain(List.of(new ServingHandler(soap)));
 * }</pre>
 *
 * <p>On CXF do that after the endpoint is published, on Metro before.
 *
 * <p>A request without a context runs without a transaction. This handler does not work for endpoints that answer by
 * another thread.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServingHandler implements SOAPHandler<SOAPMessageContext> {
    private static final String WORK = ServingHandler.class.getName() + ".work";
    private static final Result NONE = new Result.Returned(null, Result.Effect.NONE);

    private final Programs programs;
    private final Set<String> roles;

    /** For the endpoints of a process. */
    public ServingHandler(SoapTransport transport) {
        this(transport, Set.of());
    }

    /**
     * For endpoints with SOAP roles besides the standard ones, as set by {@code SOAPBinding.setRoles}: some stacks,
     * such as CXF, don't report them to handlers. A context for any other role is not for the endpoint.
     *
     * @param roles their URIs
     */
    public ServingHandler(SoapTransport transport, Set<String> roles) {
        this.programs = Programs.of(transport);
        this.roles = Set.copyOf(roles);
    }

    /** The context, which this handler understands. */
    @Override
    public Set<QName> getHeaders() {
        return Set.of(CoordinationContext.NAME);
    }

    @Override
    public boolean handleMessage(SOAPMessageContext message) {
        if (!Blocks.isOutbound(message)) {
            enter(message);
        } else {
            Result told = leave(message);
            if (isLost(told) || told.effect().isRollbackOnly()) {
                throw Blocks.failure(message, MESSAGES.rollbackOnly());
            }
        }
        return true;
    }

    private void enter(SOAPMessageContext message) {
        List<Blocks.Found> contexts = Blocks.contexts(message, roles);
        Element block = ofTransaction(message, contexts);
        for (Blocks.Found each : contexts) {
            if (each.mustBeUnderstood() && each.context() != block) {
                throw Blocks.refusal(message, MESSAGES.contextNotTaken());
            }
        }
        if (block != null) {
            enter(message, block);
        }
    }

    private static @Nullable Element ofTransaction(SOAPMessageContext message, List<Blocks.Found> contexts) {
        try {
            return CoordinationContext.ofTransaction(
                            contexts.stream().map(Blocks.Found::context).toList())
                    .orElse(null);
        } catch (XmlException two) {
            throw Blocks.refusal(message, MESSAGES.contentRefused(two.getMessage()));
        }
    }

    private void enter(SOAPMessageContext message, Element block) {
        ThreadTransactions threads = programs.threads();
        if (threads == null) {
            throw Blocks.refusal(message, MESSAGES.noTransactionManager());
        }
        try {
            Context context = programs.read(block);
            message.put(WORK, threads.enter(new Caller(null, String.valueOf(context.superior())), context));
        } catch (IllegalArgumentException | WorkRefusedException refused) {
            throw Blocks.refusal(message, String.valueOf(refused.getMessage()));
        }
    }

    /** Ends the work and returns its result; no effect if there is no work. */
    private static Result leave(MessageContext message) {
        return message.remove(WORK) instanceof ThreadTransactions.Work work ? work.leave() : NONE;
    }

    /** Whether the superior may not know of the work; then no vote would tell it that the work rolled back. */
    private static boolean isLost(Result told) {
        return told instanceof Result.Thrown;
    }

    /**
     * The application's fault is kept if the transaction can only roll back, since the superior hears of that by the
     * vote. If the superior may not know of the work, the fault is replaced by one without a detail: callers would
     * conclude from a detail that the result of the work is known.
     */
    @Override
    public boolean handleFault(SOAPMessageContext message) {
        if (isLost(leave(message))) {
            Blocks.replaceFault(message, MESSAGES.rollbackOnly());
        }
        return true;
    }

    /** Ends the work of a one-way operation, which has no answer. */
    @Override
    public void close(MessageContext message) {
        leave(message);
    }
}
