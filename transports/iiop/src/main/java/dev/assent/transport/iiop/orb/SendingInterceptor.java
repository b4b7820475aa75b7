package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.cdr.CdrException;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.LocalObject;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;

/** Puts service contexts into requests, and takes ours out of replies. Thread safety: safe to share. */
final class SendingInterceptor extends LocalObject implements ClientRequestInterceptor {
    private static final long serialVersionUID = 1L;

    private final transient Baggage baggage;

    SendingInterceptor(Baggage baggage) {
        this.baggage = baggage;
    }

    @Override
    public String name() {
        return "dev.assent.transport.iiop.sending";
    }

    @Override
    public void destroy() {}

    @Override
    public void send_request(ClientRequestInfo request) {
        Baggage.Sent going = baggage.sent();
        if (going == null) {
            return;
        }
        request.add_request_service_context(new ServiceContext(Baggage.OWN_ID, going.callerKey), true);
        Baggage.TransactionContext transaction = going.transaction;
        if (transaction != null) {
            request.add_request_service_context(new ServiceContext(transaction.id(), transaction.octets()), true);
        }
    }

    @Override
    public void send_poll(ClientRequestInfo request) {}

    @Override
    public void receive_reply(ClientRequestInfo request) {
        receive(request);
    }

    @Override
    public void receive_exception(ClientRequestInfo request) {
        receive(request);
    }

    @Override
    public void receive_other(ClientRequestInfo request) {}

    private void receive(ClientRequestInfo request) {
        Baggage.Sent going = baggage.sent();
        if (going == null) {
            return;
        }
        try {
            going.reply = ReplyData.read(request.get_reply_service_context(Baggage.OWN_ID).context_data);
        } catch (BAD_PARAM none) {
            going.reply = null; // a stranger, or nothing to say
        } catch (CdrException damaged) {
            going.reply = ReplyData.text("what the reply says can't be read: " + damaged.getMessage());
        }
    }
}
