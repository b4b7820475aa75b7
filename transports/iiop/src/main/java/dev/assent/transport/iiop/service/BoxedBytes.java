package dev.assent.transport.iiop.service;

import java.io.Serializable;
import java.util.Arrays;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.portable.BoxedValueHelper;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.OutputStream;

/** A byte[] as RMI-IIOP has it: a boxed sequence of octets, org::omg::boxedRMI::seq1_octet. */
final class BoxedBytes implements BoxedValueHelper {
    private static final String ID = "RMI:[B:0000000000000000";
    private static final int CHUNK_BYTES = 65_536;

    private final int bytesMax;

    /** Reads as many at most. */
    BoxedBytes(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    @Override
    public String get_id() {
        return ID;
    }

    @Override
    public void write_value(OutputStream out, Serializable value) {
        byte[] bytes = (byte[]) value;
        out.write_long(bytes.length);
        out.write_octet_array(bytes, 0, bytes.length);
    }

    /** The length is not believed: room is made for what has come, and at most as much again. */
    @Override
    public Serializable read_value(InputStream in) {
        int length = in.read_long();
        if (length < 0 || length > bytesMax) {
            throw new MARSHAL(
                    Integer.toUnsignedLong(length) + " bytes are not allowed; " + bytesMax + " at most are",
                    0,
                    CompletionStatus.COMPLETED_NO);
        }
        byte[] bytes = new byte[Math.min(length, CHUNK_BYTES)];
        int count = 0;
        while (count < length) {
            if (count == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(length, 2 * count));
            }
            in.read_octet_array(bytes, count, bytes.length - count);
            count = bytes.length;
        }
        return bytes;
    }
}
