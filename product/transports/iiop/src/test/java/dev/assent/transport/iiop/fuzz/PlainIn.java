package dev.assent.transport.iiop.fuzz;

import java.nio.ByteBuffer;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.portable.InputStream;

/** Big-endian CDR of some bytes, without an ORB: what reading of values needs, and nothing else. */
public final class PlainIn extends InputStream {
    private final ByteBuffer in;

    /** Reads these. */
    public PlainIn(byte[] bytes) {
        in = ByteBuffer.wrap(bytes);
    }

    private ByteBuffer next(int align, int bytes) {
        int padding = -in.position() & (align - 1);
        if (in.remaining() < padding + bytes) {
            throw new MARSHAL("the bytes end", 0, CompletionStatus.COMPLETED_NO);
        }
        return in.position(in.position() + padding);
    }

    @Override
    public byte read_octet() {
        return next(1, 1).get();
    }

    @Override
    public short read_short() {
        return next(Short.BYTES, Short.BYTES).getShort();
    }

    @Override
    public int read_long() {
        return next(Integer.BYTES, Integer.BYTES).getInt();
    }

    @Override
    public long read_longlong() {
        return next(Long.BYTES, Long.BYTES).getLong();
    }

    @Override
    public void read_octet_array(byte[] value, int offset, int length) {
        next(1, length).get(value, offset, length);
    }

    @Override
    public void read_short_array(short[] value, int offset, int length) {
        for (int i = 0; i < length; i++) {
            value[offset + i] = read_short();
        }
    }

    @Override
    public void read_long_array(int[] value, int offset, int length) {
        for (int i = 0; i < length; i++) {
            value[offset + i] = read_long();
        }
    }

    @Override
    public void read_longlong_array(long[] value, int offset, int length) {
        for (int i = 0; i < length; i++) {
            value[offset + i] = read_longlong();
        }
    }

    @Override
    public void read_float_array(float[] value, int offset, int length) {
        for (int i = 0; i < length; i++) {
            value[offset + i] = Float.intBitsToFloat(read_long());
        }
    }

    @Override
    public void read_double_array(double[] value, int offset, int length) {
        for (int i = 0; i < length; i++) {
            value[offset + i] = Double.longBitsToDouble(read_longlong());
        }
    }

    // ---- what nobody asks for

    private static UnsupportedOperationException unasked() {
        return new UnsupportedOperationException("values are read without it");
    }

    @Override
    public boolean read_boolean() {
        throw unasked();
    }

    @Override
    public char read_char() {
        throw unasked();
    }

    @Override
    public char read_wchar() {
        throw unasked();
    }

    @Override
    public short read_ushort() {
        throw unasked();
    }

    @Override
    public int read_ulong() {
        throw unasked();
    }

    @Override
    public long read_ulonglong() {
        throw unasked();
    }

    @Override
    public float read_float() {
        throw unasked();
    }

    @Override
    public double read_double() {
        throw unasked();
    }

    @Override
    public String read_string() {
        throw unasked();
    }

    @Override
    public String read_wstring() {
        throw unasked();
    }

    @Override
    public void read_boolean_array(boolean[] value, int offset, int length) {
        throw unasked();
    }

    @Override
    public void read_char_array(char[] value, int offset, int length) {
        throw unasked();
    }

    @Override
    public void read_wchar_array(char[] value, int offset, int length) {
        throw unasked();
    }

    @Override
    public void read_ushort_array(short[] value, int offset, int length) {
        throw unasked();
    }

    @Override
    public void read_ulong_array(int[] value, int offset, int length) {
        throw unasked();
    }

    @Override
    public void read_ulonglong_array(long[] value, int offset, int length) {
        throw unasked();
    }

    @Override
    public org.omg.CORBA.Object read_Object() {
        throw unasked();
    }

    @Override
    public org.omg.CORBA.TypeCode read_TypeCode() {
        throw unasked();
    }

    @Override
    public org.omg.CORBA.Any read_any() {
        throw unasked();
    }
}
