package dev.assent.transport.iiop.service;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.WStringValueHelper;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;

/**
 * The types that calls carry, and how (Java to IDL mapping 1.4, section 1.3): what has a fixed form in IDL. Whatever else
 * is Serializable would come as a value whose class the bytes name, and nothing is made here of a class that bytes name.
 */
enum ValueKind {
    /** No result. */
    VOID {
        @Override
        void write(OutputStream out, @Nullable Object value) {}

        @Override
        @Nullable Object read(InputStream in, int bytesMax) {
            return null;
        }
    },
    /** boolean. */
    BOOLEAN {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_boolean((Boolean) required(value));
        }

        @Override
        Object read(InputStream in, int bytesMax) {
            return in.read_boolean();
        }
    },
    /** byte, as octet. */
    BYTE {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_octet((Byte) required(value));
        }

        @Override
        Object read(InputStream in, int bytesMax) {
            return in.read_octet();
        }
    },
    /** char, as wchar. */
    CHAR {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_wchar((Character) required(value));
        }

        @Override
        Object read(InputStream in, int bytesMax) {
            return in.read_wchar();
        }
    },
    /** short. */
    SHORT {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_short((Short) required(value));
        }

        @Override
        Object read(InputStream in, int bytesMax) {
            return in.read_short();
        }
    },
    /** int, as long. */
    INT {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_long((Integer) required(value));
        }

        @Override
        Object read(InputStream in, int bytesMax) {
            return in.read_long();
        }
    },
    /** long, as long long. */
    LONG {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_longlong((Long) required(value));
        }

        @Override
        Object read(InputStream in, int bytesMax) {
            return in.read_longlong();
        }
    },
    /** float. */
    FLOAT {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_float((Float) required(value));
        }

        @Override
        Object read(InputStream in, int bytesMax) {
            return in.read_float();
        }
    },
    /** double. */
    DOUBLE {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_double((Double) required(value));
        }

        @Override
        Object read(InputStream in, int bytesMax) {
            return in.read_double();
        }
    },
    /** String, as a boxed value of CORBA. */
    STRING {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_value((Serializable) value, new WStringValueHelper());
        }

        @Override
        @Nullable Object read(InputStream in, int bytesMax) {
            return in.read_value(new WStringValueHelper());
        }
    },
    /** byte[], as a boxed sequence of octets. */
    BYTES {
        @Override
        void write(OutputStream out, @Nullable Object value) {
            out.write_value((Serializable) value, new BoxedBytes(Integer.MAX_VALUE));
        }

        @Override
        @Nullable Object read(InputStream in, int bytesMax) {
            return in.read_value(new BoxedBytes(bytesMax));
        }
    };

    abstract void write(OutputStream out, @Nullable Object value);

    abstract @Nullable Object read(InputStream in, int bytesMax);

    /** How much of a message a value needs, at most; other than a few bytes. */
    long bytes(@Nullable Object value) {
        if (value instanceof String text) {
            return 2L * text.length();
        }
        return value instanceof byte[] bytes ? bytes.length : 0;
    }

    private static Object required(@Nullable Object value) {
        return Objects.requireNonNull(value, "a value of a primitive type is not null");
    }

    /** The kind of a declared type. */
    static ValueKind of(Class<?> type, Method method) throws ValueException {
        for (ValueKind each : values()) {
            if (each.type() == type) {
                return each;
            }
        }
        throw new ValueException(
                method,
                "type " + type.getTypeName() + " is not carried over iiop; primitive types, String, byte[] and exported"
                        + " interfaces as results are");
    }

    private Class<?> type() {
        return switch (this) {
            case VOID -> void.class;
            case BOOLEAN -> boolean.class;
            case BYTE -> byte.class;
            case CHAR -> char.class;
            case SHORT -> short.class;
            case INT -> int.class;
            case LONG -> long.class;
            case FLOAT -> float.class;
            case DOUBLE -> double.class;
            case STRING -> String.class;
            case BYTES -> byte[].class;
        };
    }
}
