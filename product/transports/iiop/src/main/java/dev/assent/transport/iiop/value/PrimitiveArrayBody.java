package dev.assent.transport.iiop.value;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.omg.CORBA.portable.InputStream;

/** An array of a primitive type: a boxed sequence (Java to IDL mapping 1.4, section 1.3.6). Safe to share. */
final class PrimitiveArrayBody extends Body {
    /** How many elements are read at once. */
    private static final int PIECE = 8_192;

    PrimitiveArrayBody(Class<?> type) {
        super(type);
    }

    @Override
    void write(ValueOut out, Object value) throws ValueException {
        int count = Array.getLength(value);
        out.putLong(count);
        if (value instanceof byte[] octets) {
            out.putOctets(octets);
        } else if (value instanceof boolean[] all) {
            for (boolean each : all) {
                out.putBoolean(each);
            }
        } else if (value instanceof char[] all) {
            for (char each : all) {
                out.putWchar(each);
            }
        } else if (value instanceof short[] all) {
            ByteBuffer into = out.elements(Short.BYTES, count);
            for (short each : all) {
                into.putShort(each);
            }
        } else if (value instanceof int[] all) {
            ByteBuffer into = out.elements(Integer.BYTES, count);
            for (int each : all) {
                into.putInt(each);
            }
        } else if (value instanceof long[] all) {
            ByteBuffer into = out.elements(Long.BYTES, count);
            for (long each : all) {
                into.putLong(each);
            }
        } else {
            writeFractions(out, value, count);
        }
    }

    private static void writeFractions(ValueOut out, Object value, int count) throws ValueException {
        if (value instanceof float[] all) {
            ByteBuffer into = out.elements(Float.BYTES, count);
            for (float each : all) {
                into.putFloat(each);
            }
        } else {
            ByteBuffer into = out.elements(Double.BYTES, count);
            for (double each : (double[]) value) {
                into.putDouble(each);
            }
        }
    }

    @Override
    Object read(ValueIn in, int begun) {
        int count = in.takeCount();
        Class<?> element = type().getComponentType();
        Object array;
        if (element == byte.class) {
            array = in.takeOctets(count);
        } else if (element == boolean.class) {
            array = booleans(in.takeOctets(count));
        } else {
            array = element == char.class ? chars(in, count) : numbers(in, count);
        }
        in.keep(begun, array);
        return array;
    }

    private static boolean[] booleans(byte[] octets) {
        boolean[] all = new boolean[octets.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = octets[i] != 0;
        }
        return all;
    }

    private static char[] chars(ValueIn in, int count) {
        char[] all = new char[Math.min(count, PIECE)];
        for (int i = 0; i < count; i++) {
            if (i == all.length) {
                all = Arrays.copyOf(all, (int) Math.min(count, 2L * i));
            }
            all[i] = in.takeWchar();
        }
        return all;
    }

    /** Allocates room for the elements that have come, and at most as much again. */
    private Object numbers(ValueIn in, int count) {
        Class<?> element = type().getComponentType();
        InputStream from = in.elements(bytes(element), count);
        Object all = Array.newInstance(element, Math.min(count, PIECE));
        int read = 0;
        while (read < count) {
            int length = Array.getLength(all);
            if (read == length) {
                Object larger = Array.newInstance(element, (int) Math.min(count, 2L * length));
                System.arraycopy(all, 0, larger, 0, length);
                all = larger;
                length = Array.getLength(all);
            }
            fill(from, all, read, length - read);
            read = length;
        }
        return all;
    }

    private static int bytes(Class<?> element) {
        if (element == short.class) {
            return Short.BYTES;
        }
        return element == int.class || element == float.class ? Integer.BYTES : Long.BYTES;
    }

    private static void fill(InputStream from, Object all, int begin, int count) {
        if (all instanceof short[] shorts) {
            from.read_short_array(shorts, begin, count);
        } else if (all instanceof int[] ints) {
            from.read_long_array(ints, begin, count);
        } else if (all instanceof long[] longs) {
            from.read_longlong_array(longs, begin, count);
        } else if (all instanceof float[] floats) {
            from.read_float_array(floats, begin, count);
        } else {
            from.read_double_array((double[]) all, begin, count);
        }
    }
}
