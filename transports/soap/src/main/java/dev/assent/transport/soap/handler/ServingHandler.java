package dev.assent.transport.soap.handler;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.WorkRefusedException;
import dev.assent.transport.soap.coordination.CoordinationContext;
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
 * Makes what an endpoint of JAX-WS does part of the transaction that a request has (Jakarta XML Web Services 4.0, chapter 9;
 * WS-AtomicTransaction 1.2, section 2). The method runs on the thread of its handlers, which has the transaction meanwhile;
 * the reply waits until who decides knows of the work, and is a fault when the transaction can only roll back.
 *
 * <pre>{@code
 * endpoint.getBinding().setHandlerChain(List.of(new ServingHandler(soap.programs())));
 * }</pre>
 *
 * <p>On CXF that is after the endpoint is published, and on Metro before.
 *
 * <p>A request without a context is served without a transaction. Endpoints that answer by another thread are not for this.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServingHandler implements SOAPHandler<SOAPMessageContext> {
    private static final String WORK = ServingHandler.class.getName() + ".work";
    private static final Result NONE = new Result.Returned(null, Result.Effect.NONE);

    private final Programs programs;
    private final Set<String> roles;

    /** For the endpoints of a process. */
    public ServingHandler(Programs programs) {
        this(programs, Set.of());
    }

    /**
     * For those of them that play roles of SOAP beside those which each does, as {@code SOAPBinding.setRoles} is told: not
     * every stack tells its handlers, and CXF doesn't. A context for any other role is not for the endpoint.
     *
     * @param roles their URIs
     */
    public ServingHandler(Programs programs, Set<String> roles) {
        this.programs = programs;
        this.roles = Set.copyOf(roles);
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
                throw Blocks.refusal(message, MESSAGES.contextNotTaken("another coordination"));
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
            throw Blocks.refusal(message, MESSAGES.contextNotTaken("an atomic transaction"));
        }
        try {
            Context context = programs.read(block);
            message.put(WORK, threads.enter(new Caller(null, String.valueOf(context.superior())), context));
        } catch (IllegalArgumentException | WorkRefusedException refused) {
            throw Blocks.refusal(message, String.valueOf(refused.getMessage()));
        }
    }

    /** What is told of the work; nothing when there is none. */
    private static Result leave(MessageContext message) {
        return message.remove(WORK) instanceof ThreadTransactions.Work work ? work.leave() : NONE;
    }

    /** Whether who decides may not know of the work: no vote says then that it is undone. */
    private static boolean isLost(Result told) {
        return told instanceof Result.Thrown;
    }

    /**
     * The application's fault stands when the transaction can only roll back: who decides hears of that at the vote.
     * When it may not know of the work, the fault has no detail, by which callers would take what was done for known.
     */
    @Override
    public boolean handleFault(SOAPMessageContext message) {
        if (isLost(leave(message))) {
            Blocks.replaceFault(message, MESSAGES.rollbackOnly());
        }
        return true;
    }

    /** Of a one-way operation, which has no answer. */
    @Override
    public void close(MessageContext message) {
        leave(message);
    }
}
