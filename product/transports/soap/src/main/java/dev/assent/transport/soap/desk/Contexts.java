package dev.assent.transport.soap.desk;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.CoordinationContext.Ours;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.EndpointAddress.Role;
import dev.assent.transport.soap.reference.Identifiers;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Converts contexts between the form of {@code dev.assent.remote} and that of the wire. The Registration service
 * identifies the superior.
 *
 * <p>All calls of a transaction to one known process have the same context, except for the remaining time. So a context
 * is converted once, and the result is cached.
 *
 * <p>Thread safety: safe to share.
 */
public final class Contexts {
    /** The length of a subordinate's name. */
    private static final int DIGITS = 2 * LocalTransactionId.BYTES;

    private final Desk desk;
    private final Memo<CoordinationContext, Context> read = new Memo<>();

    /** The contexts of the process at a desk. */
    public Contexts(Desk desk) {
        this.desk = desk;
    }

    /** The desk. */
    public Desk desk() {
        return desk;
    }

    /**
     * Converts a context to send.
     *
     * @throws IllegalArgumentException if the superior can't be reached over this wire; the message says so
     */
    public CoordinationContext write(Context context) {
        LocalTransactionId name = context.superior().name();
        LocalTransactionId known = context.known();
        long millis = context.remainingMillis();
        return new CoordinationContext(
                Identifiers.of(context.id()),
                millis == Context.UNLIMITED ? null : desk.expires().ofMillis(millis),
                Notification.NAMESPACE,
                registration(context),
                name == null ? null : new Ours(known == null ? null : known.toString()));
    }

    private EndpointReference registration(Context context) {
        SuperiorRef superior = context.superior();
        LocalTransactionId name = superior.name();
        if (EndpointAddress.isOne(superior.address())) { // another process's endpoint, as its context had it
            return EndpointAddress.of(superior.address()).place();
        }
        if (name == null || !superior.address().equals(address())) {
            throw new IllegalArgumentException(MESSAGES.noReference("registrations", superior));
        }
        return desk.place(desk.keys().reference(Kind.REGISTRATION, name, context.id(), "", ""));
    }

    /** The address of this process, {@code soap://HOST:PORT}. */
    private String address() {
        return HttpUrl.of(desk.base().get()).address().replaceFirst("/$", "");
    }

    /**
     * Converts a received context.
     *
     * @throws IllegalArgumentException if a part of it can't be used; the message says which
     */
    public Context read(CoordinationContext context) {
        CoordinationContext key = context.expiring(null);
        Context unlimited = Memo.isShort(key.registrationService().parameters())
                ? read.get(key, Contexts::readUnlimited)
                : readUnlimited(key);
        Long expires = context.expires();
        return expires == null
                ? unlimited
                : unlimited.withRemainingMillis(desk.expires().toMillis(expires));
    }

    private static Context readUnlimited(CoordinationContext context) {
        EndpointReference registration = context.registrationService();
        Ours ours = context.ours();
        LocalTransactionId name = ours == null
                ? null
                : OwnReference.in(registration.parameters())
                        .map(OwnReference::name)
                        .orElse(null);
        TransactionId id = Identifiers.read(context.identifier());
        String address = new EndpointAddress(registration, Role.REGISTRATION, null).text();
        return new Context(
                id, new SuperiorRef(name, address), Context.UNLIMITED, ours == null ? null : name(ours.known()));
    }

    private static @Nullable LocalTransactionId name(@Nullable String digits) {
        if (digits == null) {
            return null;
        }
        if (digits.length() != DIGITS) {
            throw new IllegalArgumentException(
                    "the name of a subordinate has " + digits.length() + " digits; " + DIGITS + " are needed");
        }
        return LocalTransactionId.read(ByteBuffer.wrap(HexFormat.of().parseHex(digits)));
    }
}
