package dev.assent.transport.soap.desk;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
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
 * Contexts as the ports have them, and as they go over the wire. Who decides is known by its Registration service.
 *
 * <p>All calls of a transaction to one process that it knows have the same context but for the time that is left. So what one
 * means is found out once, and kept as long as few others come.
 *
 * <p>Thread safety: safe to share.
 */
public final class Contexts {
    /** Of the name of a subordinate. */
    private static final int DIGITS = 2 * LocalTransactionId.BYTES;

    private final Desk desk;
    private final Memo<CoordinationContext, Context> read = new Memo<>();

    /** Those of the process at a desk. */
    public Contexts(Desk desk) {
        this.desk = desk;
    }

    /** The desk. */
    public Desk desk() {
        return desk;
    }

    /**
     * A context that goes out.
     *
     * @throws IllegalArgumentException when who decides is not reached over this wire; the message says so
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
        if (EndpointAddress.isOne(superior.address())) { // of another one, as it was told
            return EndpointAddress.of(superior.address()).place();
        }
        if (name == null || !superior.address().equals(address())) {
            throw new IllegalArgumentException(MESSAGES.noReference("registrations", superior));
        }
        return desk.place(desk.keys().reference(Kind.REGISTRATION, name, context.id(), "", ""));
    }

    /** Where this process is, as {@code soap://HOST:PORT}. */
    private String address() {
        return HttpUrl.of(desk.base().get()).address().replaceFirst("/$", "");
    }

    /**
     * A context that has come.
     *
     * @throws IllegalArgumentException when something in it is none that can be used; the message says what
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
