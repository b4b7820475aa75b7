package dev.assent.transport.nativewire.wire;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;

/**
 * The context of a call. A context that a node makes for a transaction of any Assent node has at most
 * {@link #BYTES_MAX} bytes. So has the context of a client if the address of its coordinator has an alias.
 */
public final class ContextCodec {
    /** The most bytes of a context without a foreign identity and without an address in full. */
    public static final int BYTES_MAX = 64;

    private static final int ADDRESS_SHIFT = 2;
    private static final int KNOWN_SHIFT = 4;
    private static final int TAG_MASK = 3;
    private static final int IS_OWN_NAME = 1 << 6;
    private static final int IS_UNLIMITED = 1 << 7;

    private ContextCodec() {}

    /** Writes a context. */
    public static void write(WireOut out, Shorthand shorthand, Context context) {
        SuperiorRef superior = context.superior();
        int nameTag = shorthand.nameTag(superior.name());
        int addressTag = shorthand.addressTag(superior.address());
        int knownTag = shorthand.nameTag(context.known());
        boolean isOwnName = context.id().equals(superior.name());
        boolean isUnlimited = context.remainingMillis() == Context.UNLIMITED;
        out.putByte(nameTag
                | addressTag << ADDRESS_SHIFT
                | knownTag << KNOWN_SHIFT
                | (isOwnName ? IS_OWN_NAME : 0)
                | (isUnlimited ? IS_UNLIMITED : 0));
        if (!isOwnName) {
            Shorthand.putId(out, context.id());
        }
        Shorthand.putName(out, nameTag, superior.name());
        shorthand.putAddress(out, addressTag, superior.address());
        if (!isUnlimited) {
            out.putLong(context.remainingMillis());
        }
        Shorthand.putName(out, knownTag, context.known());
    }

    /** Reads a context. */
    public static Context read(WireIn in, Shorthand shorthand) throws WireException {
        int tags = in.takeByte("the context");
        boolean isOwnName = (tags & IS_OWN_NAME) != 0;
        TransactionId id = isOwnName ? null : Shorthand.takeId(in);
        LocalTransactionId name = shorthand.takeName(in, tags & TAG_MASK, "the superior");
        if (id == null) {
            id = name;
        }
        if (id == null) {
            throw new WireException("a context without a transaction is not allowed");
        }
        String address = shorthand.takeAddress(in, tags >>> ADDRESS_SHIFT & TAG_MASK, "the superior's address");
        long millis = (tags & IS_UNLIMITED) != 0 ? Context.UNLIMITED : in.takeNatural("the remaining time");
        LocalTransactionId known = shorthand.takeName(in, tags >>> KNOWN_SHIFT & TAG_MASK, "the known subordinate");
        return new Context(id, new SuperiorRef(name, address), millis, known);
    }
}
