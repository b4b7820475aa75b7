package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.KeyRing;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.TRANSIENT;
import org.omg.IOP.ServiceContext;
import org.omg.IOP.TaggedProfile;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;

/**
 * Checks where each request goes. Adds service contexts to the transport's own requests, and reads Assent's out of
 * replies. A request that failed leaves no closed connection behind. The key by which another process knows this one belongs to the place where the request really goes. So a
 * process that names another place can't learn the key for that place.
 *
 * <p>Thread safety: safe to share.
 */
final class SendingInterceptor extends LocalObject implements ClientRequestInterceptor {
    private static final long serialVersionUID = 1L;

    private final transient Baggage baggage;
    private final transient AtomicReference<@Nullable Ways> ways;

    /** Where requests may go, and the keys for it. */
    record Ways(Outlets outlets, KeyRing keys) {}

    SendingInterceptor(Baggage baggage, AtomicReference<@Nullable Ways> ways) {
        this.baggage = baggage;
        this.ways = ways;
    }

    @Override
    public String name() {
        return "dev.assent.transport.iiop.sending";
    }

    @Override
    public void destroy() {}

    @Override
    public void send_request(ClientRequestInfo request) {
        Ways now = ways.get();
        if (now == null) {
            throw new TRANSIENT("the transport is not open yet", 0, CompletionStatus.COMPLETED_NO);
        }
        IiopPlace place = place(request);
        Baggage.Sent going = baggage.sent();
        Outlets.check(now.outlets().whyNotGo(place));
        if (going == null) {
            return; // a request of a CORBA program
        }
        if (!place.equals(going.to)) {
            Outlets.check(now.outlets().whyNotCall(place));
        }
        if (going.isSettling) {
            if (going.isSent) { // sent before, so it was forwarded
                going.settled = request.effective_target();
            }
            going.isSent = true;
        }
        request.add_request_service_context(
                new ServiceContext(Baggage.OWN_ID, now.keys().keyFor(place)), true);
        Baggage.TransactionContext transaction = going.transaction;
        if (transaction != null) {
            request.add_request_service_context(new ServiceContext(transaction.id(), transaction.octets()), true);
        }
    }

    private static IiopPlace place(ClientRequestInfo request) {
        TaggedProfile profile = request.effective_profile();
        try {
            return Ior.placeOf(profile.tag, profile.profile_data);
        } catch (ReferenceException refused) {
            throw Refusals.notSent(refused.getMessage());
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
        ClosedConnection.forget(request);
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
            going.reply = null; // a stranger's reply, or nothing more to say
        } catch (CdrException damaged) {
            going.reply = ReplyData.text("Assent's data of the reply can't be read: " + damaged.getMessage());
        }
    }
}
