package dev.assent.transport.iiop.served;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.iiop.context.ContextCodec;
import dev.assent.transport.iiop.context.ContextException;
import dev.assent.transport.iiop.context.ContextStructs;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.TransactionFactoryPOA;

/**
 * Begins transactions for clients without a transaction manager, and makes this node a subordinate of foreign
 * coordinators (Transaction Service 1.4, TransactionFactory interface). A timeout of 0 means this node's default, never
 * none.
 *
 * <p>Made for one request; used by its thread only.
 */
final class FactoryServant extends TransactionFactoryPOA {
    private static final long MILLIS = 1_000;

    private final Reception reception;
    private final References references;

    FactoryServant(Reception reception, References references) {
        this.reception = reception;
        this.references = references;
    }

    @Override
    public Control create(int seconds) {
        Caller from = reception.caller();
        Request.Begin begin = new Request.Begin(Integer.toUnsignedLong(seconds) * MILLIS);
        Response response = reception.ask(from, begin);
        Control control = control(response, from.name());
        reception.reply(begun((Response.Begun) response, from.name()));
        return control;
    }

    /** All that an Assent caller would ask the Control and its objects for. */
    private ReplyData begun(Response.Begun begun, String owner) {
        Context context = begun.context();
        LocalTransactionId name = Objects.requireNonNull(context.superior().name());
        NodeOrb orb = reception.orb();
        try {
            Ior coordinator = orb.ior(references.coordinator(new ObjectName.Coordinator(context.id(), name)));
            Ior terminator = orb.ior(references.terminator(new ObjectName.Terminator(context.id(), owner)));
            return ReplyData.begun(ContextCodec.write(context, coordinator), terminator);
        } catch (ReferenceException impossible) {
            throw new INTERNAL(impossible.getMessage(), 0, CompletionStatus.COMPLETED_MAYBE);
        }
    }

    /** Makes one subordinate for each node and otid, even if it is recreated often (law 14). */
    @Override
    public Control recreate(PropagationContext struct) {
        Context context;
        try {
            context = new ContextStructs(reception.orb().orb()).context(struct);
        } catch (ContextException refused) {
            throw reception.told(new INVALID_TRANSACTION(refused.getMessage(), 0, CompletionStatus.COMPLETED_NO));
        }
        Response response = reception.handle(new HandleRequest.Recreate(context));
        if (response instanceof Response.Refused refused) {
            throw reception.told(new INVALID_TRANSACTION(refused.text(), 0, CompletionStatus.COMPLETED_NO));
        }
        return control(response, null);
    }

    private Control control(Response response, @Nullable String owner) {
        if (response instanceof Response.Begun begun) {
            LocalTransactionId name =
                    Objects.requireNonNull(begun.context().superior().name());
            return references.control(new ObjectName.Control(begun.context().id(), name, owner));
        }
        throw reception.told(Refusals.exception((Response.Refused) response));
    }
}
