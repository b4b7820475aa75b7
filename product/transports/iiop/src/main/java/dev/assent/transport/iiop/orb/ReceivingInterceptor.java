package dev.assent.transport.iiop.orb;

import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.LocalObject;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.ServerRequestInfo;
import org.omg.PortableInterceptor.ServerRequestInterceptor;

/** Reads the service contexts of requests, and adds Assent's to replies. Thread safety: safe to share. */
final class ReceivingInterceptor extends LocalObject implements ServerRequestInterceptor {
    private static final long serialVersionUID = 1L;

    private final transient Baggage baggage;

    ReceivingInterceptor(Baggage baggage) {
        this.baggage = baggage;
    }

    @Override
    public String name() {
        return "dev.assent.transport.iiop.receiving";
    }

    @Override
    public void destroy() {}

    @Override
    public void receive_request_service_contexts(ServerRequestInfo request) {}

    @Override
    public void receive_request(ServerRequestInfo request) {
        byte @Nullable [] transaction = null;
        for (int id : baggage.accepted()) {
            transaction = transaction == null ? find(request, id) : transaction;
        }
        baggage.receive(new Baggage.Received(transaction, find(request, Baggage.OWN_ID), CallersHost.of(request)));
    }

    private static byte @Nullable [] find(ServerRequestInfo request, int id) {
        try {
            return request.get_request_service_context(id).context_data;
        } catch (BAD_PARAM absent) {
            return null;
        }
    }

    @Override
    public void send_reply(ServerRequestInfo request) {
        send(request);
    }

    @Override
    public void send_exception(ServerRequestInfo request) {
        send(request);
    }

    @Override
    public void send_other(ServerRequestInfo request) {
        baggage.replied();
    }

    private void send(ServerRequestInfo request) {
        Baggage.Received served = baggage.replied();
        ReplyData reply = served == null ? null : served.reply();
        if (reply != null) {
            request.add_reply_service_context(new ServiceContext(Baggage.OWN_ID, reply.write()), true);
        }
    }
}
