package dev.assent.transport.iiop.value;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Primitive types (Java to IDL mapping 1.4, section 1.3.3). Safe to share. */
final class PrimitiveForm extends Form {
    private final Class<?> type;

    PrimitiveForm(Class<?> type) {
        this.type = type;
    }

    @Override
    public void write(ValueOut out, @Nullable Object value) throws ValueException {
        if (type == void.class) {
            return;
        }
        Object some = Objects.requireNonNull(value, "a value of a primitive type is not null");
        if (type == boolean.class) {
            out.putBoolean((Boolean) some);
        } else if (type == byte.class) {
            out.putOctet((Byte) some);
        } else if (type == char.class) {
            out.putWchar((Character) some);
        } else if (type == short.class) {
            out.putShort((Short) some);
        } else if (type == int.class) {
            out.putLong((Integer) some);
        } else if (type == long.class) {
            out.putLongLong((Long) some);
        } else if (type == float.class) {
            out.putLong(Float.floatToRawIntBits((Float) some));
        } else {
            out.putLongLong(Double.doubleToRawLongBits((Double) some));
        }
    }

    @Override
    public @Nullable Object read(ValueIn in) {
        if (type == void.class) {
            return null;
        } else if (type == boolean.class) {
            return in.takeBoolean();
        } else if (type == byte.class) {
            return (byte) in.takeOctet();
        } else if (type == char.class) {
            return in.takeWchar();
        } else if (type == short.class) {
            return in.takeShort();
        } else if (type == int.class) {
            return in.takeLong();
        } else if (type == long.class) {
            return in.takeLongLong();
        }
        return type == float.class
                ? (Object) Float.intBitsToFloat(in.takeLong())
                : (Object) Double.longBitsToDouble(in.takeLongLong());
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
