package dev.assent.lab.jts;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;

/**
 * Parameters and results as the ORB's own RMI-IIOP has them: numbers and truth values as themselves, all else as a
 * value (Java to IDL Language Mapping 1.4, section 1.3). Other primitive types are not there.
 */
final class Arguments {
    private Arguments() {}

    static void write(org.omg.CORBA.portable.OutputStream out, Class<?> type, @Nullable Object value) {
        if (type == long.class && value instanceof Long number) {
            out.write_longlong(number);
        } else if (type == int.class && value instanceof Integer number) {
            out.write_long(number);
        } else if (type == double.class && value instanceof Double number) {
            out.write_double(number);
        } else if (type == boolean.class && value instanceof Boolean truth) {
            out.write_boolean(truth);
        } else if (type != void.class) {
            ((OutputStream) out).write_value((Serializable) value, type);
        }
    }

    static @Nullable Object read(org.omg.CORBA.portable.InputStream in, Class<?> type) {
        if (type == long.class) {
            return in.read_longlong();
        }
        if (type == int.class) {
            return in.read_long();
        }
        if (type == double.class) {
            return in.read_double();
        }
        if (type == boolean.class) {
            return in.read_boolean();
        }
        return type == void.class ? null : ((InputStream) in).read_value(type);
    }
}
