package dev.assent.transport.soap.handler;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Result;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.WorkRefusedException;
import dev.assent.transport.soap.SoapTransport;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.program.Programs;
import dev.assent.transport.soap.xml.Element;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * Sends the calling thread's transaction with the calls of a JAX-WS stub (Jakarta XML Web Services 4.0, chapter 9). If
 * no answer comes, or a fault that does not say whether the work was done, the transaction can only roll back.
 *
 * <pre>{@code
 * ((BindingProvider) stub).getBinding().setHandlerChain(List.of(new CallingHandler(soap)));
 * }</pre>
 *
 * <p>Without a transaction, calls go unchanged. This handler does not work for stubs whose answers another thread
 * handles. A stack that closes no handlers after a call without an answer, such as CXF, leaves the call unfinished.
 * Then the transaction can't commit (law 16); roll it back.
 *
 * <p>Thread safety: safe to share.
 */
public final class CallingHandler implements SOAPHandler<SOAPMessageContext> {
    private static final String ERRAND = CallingHandler.class.getName() + ".errand";
    private static final Result DONE = new Result.Returned(null, Result.Effect.NONE);
    private static final Result NOT_SENT = new Result.Unanswered(false, new IllegalStateException("it was not sent"));

    private final Programs programs;

    /** For the stubs of a process. */
    public CallingHandler(SoapTransport transport) {
        this.programs = Programs.of(transport);
    }

    /** The context, which this handler understands. */
    @Override
    public Set<QName> getHeaders() {
        return Set.of(CoordinationContext.NAME);
    }

    @Override
    public boolean handleMessage(SOAPMessageContext message) {
        if (Blocks.isOutbound(message)) {
            send(message);
        } else {
            done(message, DONE);
        }
        return true;
    }

    private void send(SOAPMessageContext message) {
        ThreadTransactions threads = programs.threads();
        if (threads == null) {
            return;
        }
        ThreadTransactions.Errand errand = null;
        try {
            String place = HttpUrl.of(String.valueOf(message.get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY)))
                    .process();
            errand = threads.send(place);
            if (errand != null) {
                Element context = programs.write(errand.context());
                Blocks.add(message, context);
                message.put(ERRAND, errand);
            }
        } catch (WorkRefusedException refused) {
            throw new ProtocolException(refused.getMessage(), refused);
        } catch (RuntimeException notSent) {
            if (errand != null) {
                errand.done(NOT_SENT);
            }
            throw new ProtocolException(notSent.getMessage(), notSent);
        }
    }

    private static void done(MessageContext message, Result result) {
        if (message.remove(ERRAND) instanceof ThreadTransactions.Errand errand) {
            errand.done(result);
        }
    }

    /** After a fault that does not say whether the work was done, the transaction can only roll back (law 16). */
    @Override
    public boolean handleFault(SOAPMessageContext message) {
        if (!Blocks.isOutbound(message)) {
            done(message, isClear(message) ? DONE : new Result.Returned(null, new Result.Effect(null, true)));
        }
        return true;
    }

    private static boolean isClear(SOAPMessageContext message) {
        try {
            SOAPFault fault = message.getMessage().getSOAPBody().getFault();
            return fault != null && Blocks.isClear(fault);
        } catch (SOAPException unread) {
            return false;
        }
    }

    /** Ends a call without an answer (law 16). */
    @Override
    public void close(MessageContext message) {
        String address = String.valueOf(message.get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY));
        String why = MESSAGES.stubUnanswered(ShownAddress.of(address));
        done(message, new Result.Unanswered(true, new IllegalStateException(why)));
    }
}
