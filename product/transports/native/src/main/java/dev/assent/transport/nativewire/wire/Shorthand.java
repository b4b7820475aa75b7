package dev.assent.transport.nativewire.wire;

import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import org.jspecify.annotations.Nullable;

/**
 * How one connection writes names and addresses: those that the hellos have told are not repeated.
 *
 * <p>Immutable except for the aliases, and safe to share.
 *
 * @param opener the side that sends calls and questions
 * @param acceptor the side that answers
 */
public record Shorthand(Party opener, Party acceptor, Aliases aliases) {
    /** No name. */
    static final int NONE = 0;

    /** A name of the opener's present life; for an address, the opener's. */
    static final int OPENERS = 1;

    /** A name of the acceptor's present life; for an address, the acceptor's. */
    static final int ACCEPTORS = 2;

    /** Any other name. */
    static final int OTHER = 3;

    /** An address in full. */
    static final int INLINE = 0;

    /** An address that has a number. */
    static final int ALIAS = 3;

    private static final int ID_LOCAL = 1;
    private static final int ID_FOREIGN = 2;

    // ---- transactions

    static void putId(WireOut out, TransactionId id) {
        if (id instanceof LocalTransactionId local) {
            out.putByte(ID_LOCAL).putName(local);
            return;
        }
        byte[] global = id.global();
        out.putByte(ID_FOREIGN).putInt(id.format()).putShort(global.length);
        out.write(global, 0, global.length);
    }

    static TransactionId takeId(WireIn in) throws WireException {
        int kind = in.takeByte("the kind of a transaction's identity");
        if (kind == ID_LOCAL) {
            return in.takeName("the transaction");
        }
        if (kind != ID_FOREIGN) {
            throw new WireException("identity kind " + kind + " is not allowed; 1 and 2 are");
        }
        int format = in.takeInt("the transaction's format");
        int length = in.takeShort("the transaction's length");
        if (length > ForeignTransactionId.BYTES_MAX) {
            throw new WireException("a transaction's identity of " + length + " bytes is not allowed; at most "
                    + ForeignTransactionId.BYTES_MAX + " are");
        }
        return TransactionId.of(format, in.takeBytes(length, "the transaction"));
    }

    // ---- names

    int nameTag(@Nullable LocalTransactionId name) {
        if (name == null) {
            return NONE;
        }
        NodeEpoch life = name.origin();
        if (life.equals(opener.life())) {
            return OPENERS;
        }
        return life.equals(acceptor.life()) ? ACCEPTORS : OTHER;
    }

    static void putName(WireOut out, int tag, @Nullable LocalTransactionId name) {
        if (name != null) {
            if (tag == OTHER) {
                out.putName(name);
            } else {
                out.putLong(name.sequence());
            }
        }
    }

    void putName(WireOut out, @Nullable LocalTransactionId name) {
        int tag = nameTag(name);
        out.putByte(tag);
        putName(out, tag, name);
    }

    @Nullable LocalTransactionId takeName(WireIn in, int tag, String what) throws WireException {
        return switch (tag) {
            case NONE -> null;
            case OPENERS -> new LocalTransactionId(life(opener, what), in.takeLong(what));
            case ACCEPTORS -> new LocalTransactionId(life(acceptor, what), in.takeLong(what));
            case OTHER -> in.takeName(what);
            default -> throw new WireException(what + " has tag " + tag + ", which is not allowed; 0 to 3 are");
        };
    }

    @Nullable LocalTransactionId takeName(WireIn in, String what) throws WireException {
        return takeName(in, in.takeByte(what), what);
    }

    private static NodeEpoch life(Party party, String what) throws WireException {
        NodeEpoch life = party.life();
        if (life == null) {
            throw new WireException(what + " names a life of " + party.address() + ", which is not a node");
        }
        return life;
    }

    // ---- addresses

    int addressTag(String address) {
        if (address.equals(opener.address())) {
            return OPENERS;
        }
        if (address.equals(acceptor.address())) {
            return ACCEPTORS;
        }
        return aliases.find(address) < 0 ? INLINE : ALIAS;
    }

    void putAddress(WireOut out, int tag, String address) {
        if (tag == INLINE) {
            out.putString(address);
        } else if (tag == ALIAS) {
            out.putByte(aliases.find(address));
        }
    }

    String takeAddress(WireIn in, int tag, String what) throws WireException {
        return switch (tag) {
            case INLINE -> in.takeString(what);
            case OPENERS -> opener.address();
            case ACCEPTORS -> acceptor.address();
            default -> alias(in.takeByte(what));
        };
    }

    private String alias(int number) throws WireException {
        String address = aliases.get(number);
        if (address == null) {
            throw new WireException("alias " + number + " was not given on this connection");
        }
        return address;
    }
}
