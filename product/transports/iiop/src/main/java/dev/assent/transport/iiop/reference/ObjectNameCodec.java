package dev.assent.transport.iiop.reference;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Registration;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes the name of an object as bytes: a mark and a version, one byte for its kind, and its parts. The mark finds the
 * name in an object key, to which an ORB may add bytes of its own. Pure functions.
 */
final class ObjectNameCodec {
    /** The first bytes of every name, "ASNTiiop". */
    private static final byte[] MARK = "ASNTiiop".getBytes(StandardCharsets.US_ASCII);

    private static final byte VERSION = 1;
    private static final int BYTES_MAX = 2 * ForeignTransactionId.BYTES_MAX + Registration.ADDRESS_CHARS_MAX;

    private static final byte FACTORY = 1;
    private static final byte NAMES = 2;
    private static final byte SERVICE = 3;
    private static final byte COORDINATOR = 4;
    private static final byte CONTROL = 5;
    private static final byte TERMINATOR = 6;
    private static final byte RECOVERY = 7;
    private static final byte RESOURCE = 8;
    private static final byte SYNCHRONIZATION = 9;
    private static final byte NAME_LIST = 10;

    private ObjectNameCodec() {}

    static byte[] write(ObjectName name) {
        ByteBuffer out = ByteBuffer.allocate(BYTES_MAX).put(MARK).put(VERSION);
        if (name instanceof ObjectName.Factory) {
            out.put(FACTORY);
        } else if (name instanceof ObjectName.Names) {
            out.put(NAMES);
        } else if (name instanceof ObjectName.Service service) {
            put(out.put(SERVICE), service.object());
        } else if (name instanceof ObjectName.NameList list) {
            out.put(NAME_LIST).putLong(list.number());
        } else if (name instanceof ObjectName.Coordinator coordinator) {
            put(put(out.put(COORDINATOR), coordinator.id()), coordinator.name());
        } else if (name instanceof ObjectName.Control control) {
            put(put(put(out.put(CONTROL), control.id()), control.name()), control.owner());
        } else if (name instanceof ObjectName.Terminator terminator) {
            put(put(out.put(TERMINATOR), terminator.id()), terminator.owner());
        } else if (name instanceof ObjectName.Recovery recovery) {
            put(
                    put(put(put(out.put(RECOVERY), recovery.id()), recovery.superior()), recovery.branch()),
                    recovery.address());
        } else if (name instanceof ObjectName.Resource resource) {
            put(put(put(out.put(RESOURCE), resource.id()), resource.incarnation()), resource.superior());
        } else {
            ObjectName.Synchronization one = (ObjectName.Synchronization) name;
            put(put(put(out.put(SYNCHRONIZATION), one.id()), one.incarnation()), one.superior())
                    .putInt(one.number());
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static ByteBuffer put(ByteBuffer out, TransactionId id) {
        byte[] global = id.global();
        return out.putInt(id.format()).putShort((short) global.length).put(global);
    }

    private static ByteBuffer put(ByteBuffer out, @Nullable LocalTransactionId name) {
        out.put((byte) (name == null ? 0 : 1));
        return name == null ? out : out.put(name.global());
    }

    private static ByteBuffer put(ByteBuffer out, @Nullable NodeId node) {
        out.put((byte) (node == null ? 0 : 1));
        if (node != null) {
            node.write(out);
        }
        return out;
    }

    private static void put(ByteBuffer out, @Nullable String text) {
        byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
        out.put((byte) (text == null ? 0 : 1)).putShort((short) bytes.length).put(bytes);
    }

    /** The position of the first name in some bytes; -1 if there is none. */
    static int find(byte[] bytes) {
        for (int i = 0; i + MARK.length < bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + MARK.length, MARK, 0, MARK.length)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Reads a name; leaves the bytes behind it unread.
     *
     * @throws ReferenceException when it can't be read
     */
    static ObjectName read(ByteBuffer in) throws ReferenceException {
        try {
            byte[] mark = new byte[MARK.length];
            in.get(mark);
            byte version = in.get();
            if (!Arrays.equals(mark, MARK) || version != VERSION) {
                throw new ReferenceException("its key is not of this version of Assent, " + VERSION);
            }
            return readBody(in);
        } catch (BufferUnderflowException | IllegalArgumentException none) {
            throw new ReferenceException("its key is damaged: " + none);
        }
    }

    private static ObjectName readBody(ByteBuffer in) throws ReferenceException {
        byte kind = in.get();
        return switch (kind) {
            case FACTORY -> new ObjectName.Factory();
            case NAMES -> new ObjectName.Names();
            case SERVICE -> new ObjectName.Service(required(text(in)));
            case COORDINATOR -> new ObjectName.Coordinator(id(in), required(name(in)));
            case CONTROL -> new ObjectName.Control(id(in), required(name(in)), text(in));
            case TERMINATOR -> new ObjectName.Terminator(id(in), required(text(in)));
            case RECOVERY -> new ObjectName.Recovery(id(in), required(name(in)), name(in), text(in));
            case RESOURCE -> new ObjectName.Resource(id(in), required(name(in)), node(in));
            case SYNCHRONIZATION -> new ObjectName.Synchronization(id(in), required(name(in)), node(in), in.getInt());
            case NAME_LIST -> new ObjectName.NameList(in.getLong());
            default -> throw new ReferenceException("its key is of kind " + kind + "; 1 to 10 are allowed");
        };
    }

    private static <T> T required(@Nullable T found) {
        if (found == null) {
            throw new IllegalArgumentException("a name is missing");
        }
        return found;
    }

    private static byte[] bytes(ByteBuffer in) {
        int length = in.getShort() & 0xFFFF;
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static TransactionId id(ByteBuffer in) {
        return TransactionId.of(in.getInt(), bytes(in));
    }

    private static @Nullable LocalTransactionId name(ByteBuffer in) {
        return in.get() == 0 ? null : LocalTransactionId.read(in);
    }

    private static @Nullable NodeId node(ByteBuffer in) {
        return in.get() == 0 ? null : NodeId.read(in);
    }

    private static @Nullable String text(ByteBuffer in) {
        boolean isThere = in.get() != 0;
        String text = new String(bytes(in), StandardCharsets.UTF_8);
        return isThere ? text : null;
    }
}
