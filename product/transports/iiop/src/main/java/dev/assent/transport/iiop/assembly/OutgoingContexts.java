package dev.assent.transport.iiop.assembly;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Recent;
import dev.assent.transport.iiop.context.EncodedContext;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.PeerIds;
import dev.assent.transport.iiop.reference.ReferenceException;
import dev.assent.transport.iiop.served.References;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the contexts of outgoing calls. The coordinator in a context is one of this process, or the one that a client's
 * transaction has. Its reference and the context are made once for each transaction.
 *
 * <p>Thread safety: safe to share.
 */
final class OutgoingContexts {
    private static final int TRANSACTIONS_MAX = 10_000;

    private final NodeOrb orb;
    private final References references;
    private final PeerIds ids;
    private final Recent<Key, EncodedContext> encoded = new Recent<>(TRANSACTIONS_MAX);

    /** A transaction at one superior. */
    private record Key(TransactionId id, SuperiorRef superior) {}

    /** Makes contexts with an ORB. */
    OutgoingContexts(NodeOrb orb, PeerIds ids) {
        this.orb = orb;
        this.references = new References(orb);
        this.ids = ids;
    }

    /**
     * The context of a call to a process.
     *
     * @param self the address of this process; null when it does not listen
     * @return null when the call has no transaction
     * @throws ReferenceException when the superior can't be reached over IIOP
     */
    Baggage.@Nullable TransactionContext of(@Nullable Context context, IiopPlace to, @Nullable String self)
            throws ReferenceException {
        if (context == null) {
            return null;
        }
        Key key = new Key(context.id(), context.superior());
        EncodedContext known = encoded.get(key);
        if (known == null) {
            known = new EncodedContext(context, coordinator(context, self));
            encoded.put(key, known);
        }
        return new Baggage.TransactionContext(ids.of(to), known.of(context));
    }

    private Ior coordinator(Context context, @Nullable String self) throws ReferenceException {
        SuperiorRef superior = context.superior();
        if (superior.address().equals(self)) {
            return orb.ior(references.coordinator(
                    new ObjectName.Coordinator(context.id(), Objects.requireNonNull(superior.name()))));
        }
        String reference;
        try {
            reference = IiopAddress.parse(superior.address()).reference();
        } catch (IllegalArgumentException elsewhere) {
            reference = null;
        }
        if (reference == null) {
            throw new ReferenceException(MESSAGES.noReference("the registrations of others", superior));
        }
        return Ior.parse(reference);
    }
}
