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
 * Looks where each request goes, and puts service contexts into those of the transport; takes ours out of replies. The key by
 * which this process is known is the one for the place where the request really goes: who is called and names another can't
 * have that one's.
 *
 * <p>Thread safety: safe to share.
 */
final class SendingInterceptor extends LocalObject implements ClientRequestInterceptor {
    private static final long serialVersionUID = 1L;

    private final transient Baggage baggage;
    private final transient AtomicReference<@Nullable Ways> ways;

    /** What a request needs to know of where it goes. */
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
            return; // a program's
        }
        if (!place.equals(going.to)) {
            Outlets.check(now.outlets().whyNotCall(place));
        }
        if (going.isSettling) {
            if (going.isSent) { // and forwarded
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
