package dev.assent.transport.iiop;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes an encapsulation by hand, so that tests see the bytes of peers and not what the ORB makes of them. */
public final class WrittenCdr {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteOrder order;

    /** An encapsulation that has its byte order and nothing else. */
    public WrittenCdr(ByteOrder order) {
        this.order = order;
        out.write(order == ByteOrder.LITTLE_ENDIAN ? 1 : 0);
    }

    /** Of the byte order of most peers. */
    public WrittenCdr() {
        this(ByteOrder.BIG_ENDIAN);
    }

    public WrittenCdr octet(int value) {
        out.write(value);
        return this;
    }

    public WrittenCdr ushort(int value) {
        align(2);
        return bytes(ByteBuffer.allocate(2).order(order).putShort((short) value).array());
    }

    public WrittenCdr ulong(int value) {
        align(4);
        return bytes(ByteBuffer.allocate(4).order(order).putInt(value).array());
    }

    public WrittenCdr octets(byte[] value) {
        return ulong(value.length).bytes(value);
    }

    public WrittenCdr string(String value) {
        return octets((value + "\0").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** As they are, without their number. */
    public WrittenCdr bytes(byte[] value) {
        out.writeBytes(value);
        return this;
    }

    public byte[] toByteArray() {
        return out.toByteArray();
    }

    private void align(int size) {
        while (out.size() % size != 0) {
            out.write(0);
        }
    }
}
