package dev.assent.transport.iiop.service;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.ServiceRefusedException.Reason;
import dev.assent.remote.message.Response;
import dev.assent.remote.service.FarFailure;
import dev.assent.remote.transport.ExportedNames;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.served.Reception;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.SystemException;

/** The refusals of names that no exported object has: nothing was done, and whether to ask again. Pure functions. */
final class UnknownNames {
    private UnknownNames() {}

    /**
     * Tells an Assent caller in words.
     *
     * @return TRANSIENT when the object may still be exported; null when it won't be
     */
    static @Nullable SystemException tell(Reception reception, ExportedNames names, String name) {
        String text = names.isComplete() ? MESSAGES.nameUnknown(name, names) : MESSAGES.nameNotYet(name);
        Reason reason = names.isComplete() ? Reason.OTHER : Reason.NOT_READY;
        reception
                .orb()
                .baggage()
                .received()
                .reply(new ReplyData(false, FarFailure.of(new ServiceRefusedException(text, null, reason), false)));
        return names.isComplete() ? null : Refusals.exception(new Response.Refused(Response.Why.NOT_READY, text));
    }
}
