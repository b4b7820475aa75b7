package dev.assent.transport.iiop.context;

import dev.assent.TransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.Ior;
import org.jspecify.annotations.Nullable;
import org.omg.CosTransactions.otid_t;

/**
 * Writes and reads a {@link Context} as a PropagationContext, in the encapsulation that a service context carries. The
 * superior of a context that comes in is its coordinator: the superior's address is the reference of the coordinator.
 * If the superior is an Assent node, its name is in the data that other makers ignore. Pure functions: they need no ORB
 * and make no calls.
 */
public final class ContextCodec {
    /** The longest context that is read, in bytes; one with three references of usual length has less than 2,000. */
    public static final int BYTES_MAX = 16_384;

    private static final long MILLIS = 1_000;
    private static final long SECONDS_MAX = 0xFFFF_FFFFL;

    private ContextCodec() {}

    /**
     * Writes a context.
     *
     * @param coordinator the coordinator that the called process registers with
     */
    public static byte[] write(Context context, Ior coordinator) {
        CdrOut out = new CdrOut().putLong(seconds(context.remainingMillis()));
        coordinator.write(out);
        Ior.writeNil(out); // the callee does not end the transaction
        otid_t otid = Otids.of(context.id());
        out.putLong(otid.formatID).putLong(otid.bqual_length).putOctets(otid.tid);
        out.putLong(0); // not nested
        OwnData.write(out, context);
        return out.toByteArray();
    }

    /** Rounded up, so that the callee does not give up first; 0 means no limit. */
    static int seconds(long millis) {
        if (millis == Context.UNLIMITED) {
            return 0;
        }
        long seconds = Math.max(1, millis / MILLIS + (millis % MILLIS == 0 ? 0 : 1));
        return seconds > SECONDS_MAX ? 0 : (int) seconds;
    }

    /**
     * Reads a context.
     *
     * @throws ContextException when it can't be read, has no coordinator or one without an address, is of a nested
     *     transaction, or has an otid that is not allowed
     */
    public static Context read(byte[] octets) throws ContextException {
        if (octets.length > BYTES_MAX) {
            throw new ContextException(octets.length + " octets are not allowed; " + BYTES_MAX + " at most are");
        }
        try {
            return read(new CdrIn(octets));
        } catch (ContextException refused) {
            throw refused;
        } catch (CdrException none) {
            throw new ContextException(String.valueOf(none.getMessage()));
        }
    }

    private static Context read(CdrIn in) throws CdrException {
        long seconds = Integer.toUnsignedLong(in.takeLong("the timeout"));
        String address = address(Ior.read(in));
        Ior.read(in); // the terminator, not needed here
        TransactionId id = readId(in);
        int nested = in.takeLong("the number of parents");
        if (nested != 0) {
            throw new ContextException("it is of a nested transaction, with " + Integer.toUnsignedLong(nested)
                    + " above it; top-level transactions are allowed");
        }
        OwnData own = OwnData.read(in);
        if (own == null) {
            long millis = seconds == 0 ? Context.UNLIMITED : seconds * MILLIS;
            return new Context(id, new SuperiorRef(null, address), millis, null);
        }
        return new Context(id, new SuperiorRef(own.superior(), address), own.remainingMillis(), own.known());
    }

    private static String address(@Nullable Ior coordinator) throws ContextException {
        if (coordinator == null) {
            throw new ContextException("its coordinator is nil, so that nobody can register with it");
        }
        return IiopAddress.of(coordinator).toString();
    }

    private static TransactionId readId(CdrIn in) throws CdrException {
        int format = in.takeLong("the format of the otid");
        int qualifier = in.takeLong("the length of the branch qualifier");
        return Otids.read(new otid_t(format, qualifier, in.takeOctets("the otid")));
    }
}
