package dev.assent.transport.iiop.context;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.TCKind;

/**
 * What Assent nodes tell each other beyond the Transaction Service, in {@code implementation_specific_data}: an any of
 * a sequence of octets that begins with {@code ASNT} and a version. Other makers ignore it, and this class ignores the
 * data of other makers. Immutable.
 *
 * @param superior the superior's own name for the transaction, which has its node and epoch (law 15)
 * @param remainingMillis as of a {@link Context}; the whole seconds of the standard would let a subordinate live longer
 *     than its superior
 * @param known the subordinate that the caller knows at the called process; null if it knows none
 */
record OwnData(
        LocalTransactionId superior,
        long remainingMillis,
        @Nullable LocalTransactionId known) {
    private static final int MARK = 0x41534E54;
    private static final byte VERSION = 1;
    private static final int BYTES_MIN =
            Integer.BYTES + 1 + LocalTransactionId.BYTES + Long.BYTES; // mark, version, superior, time
    private static final int BYTES_MAX = BYTES_MIN + LocalTransactionId.BYTES;
    private static final int ALIASES_MAX = 4;

    /** Writes the data of a context; writes nothing if the superior has no name. */
    static void write(CdrOut out, Context context) {
        LocalTransactionId name = context.superior().name();
        if (name == null) {
            out.putLong(TCKind._tk_null);
            return;
        }
        out.putLong(TCKind._tk_sequence)
                .putOctets(new CdrOut().putLong(TCKind._tk_octet).putLong(0).toByteArray());
        out.putOctets(new OwnData(name, context.remainingMillis(), context.known()).write());
    }

    private byte[] write() {
        ByteBuffer out = ByteBuffer.allocate(known == null ? BYTES_MIN : BYTES_MAX);
        out.putInt(MARK).put(VERSION).put(superior.global()).putLong(remainingMillis);
        if (known != null) {
            out.put(known.global());
        }
        return out.array();
    }

    /**
     * Reads the any.
     *
     * @return null when another maker wrote it
     * @throws CdrException when it is Assent's, and not as {@link #write} writes it
     */
    static @Nullable OwnData read(CdrIn in) throws CdrException {
        if (!isOctets(in)) {
            return null;
        }
        byte[] octets = in.takeOctets("the data of the sender's maker");
        boolean isOurs =
                octets.length >= Integer.BYTES && ByteBuffer.wrap(octets).getInt() == MARK;
        return isOurs ? read(octets) : null;
    }

    /** Whether the next type is a sequence of octets, under any alias. */
    private static boolean isOctets(CdrIn in) throws CdrException {
        CdrIn type = in;
        int kind = type.takeLong("a type");
        for (int i = 0; i < ALIASES_MAX && kind == TCKind._tk_alias; i++) {
            type = new CdrIn(type.takeOctets("an alias"));
            type.takeString("the id of an alias");
            type.takeString("the name of an alias");
            kind = type.takeLong("a type");
        }
        return kind == TCKind._tk_sequence
                && new CdrIn(type.takeOctets("the type of a sequence")).takeLong("a type") == TCKind._tk_octet;
    }

    private static OwnData read(byte[] octets) throws ContextException {
        if (octets.length != BYTES_MIN && octets.length != BYTES_MAX) {
            throw new ContextException(octets.length + " octets of Assent's data are not allowed; " + BYTES_MIN
                    + " and " + BYTES_MAX + " are");
        }
        ByteBuffer in = ByteBuffer.wrap(octets, Integer.BYTES, octets.length - Integer.BYTES);
        byte version = in.get();
        if (version != VERSION) {
            throw new ContextException("version " + version + " of Assent's data is not allowed; " + VERSION + " is");
        }
        try {
            LocalTransactionId superior = LocalTransactionId.read(in);
            long remaining = in.getLong();
            if (remaining < 0) {
                throw new ContextException("a remaining time of " + remaining + " ms is not allowed");
            }
            return new OwnData(superior, remaining, in.hasRemaining() ? LocalTransactionId.read(in) : null);
        } catch (IllegalArgumentException noName) {
            throw new ContextException("a name in Assent's data is not valid: " + noName.getMessage());
        }
    }
}
