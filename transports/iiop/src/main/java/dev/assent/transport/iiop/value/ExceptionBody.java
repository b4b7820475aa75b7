package dev.assent.transport.iiop.value;

import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/**
 * An exception that a method declares: its message and the fields of its own classes. Neither its stack nor its causes leave
 * the process, and what others send of these is not looked at. Safe to share once it is bound.
 */
final class ExceptionBody extends CustomBody {
    private final Constructor<?> maker;
    private final ValueForm text;
    private final Equality equality;
    private @Nullable ClassFields fields;

    /**
     * That of a class.
     *
     * @param text the form of the message
     * @throws ValueException when it has no constructor of a message
     */
    ExceptionBody(Class<?> type, ValueForm text) throws ValueException {
        super(type);
        this.text = text;
        equality = Equality.of(type);
        try {
            maker = type.getDeclaredConstructor(String.class);
            maker.setAccessible(true);
        } catch (NoSuchMethodException | RuntimeException absent) {
            throw new ValueException("exception " + type.getName() + " can't be made of its message: " + absent);
        }
    }

    void bind(ClassFields newFields) {
        fields = newFields;
    }

    /** Another version of the class has other fields. */
    @Override
    boolean isNamed(String other) {
        return id().equals(other);
    }

    @Override
    Equality equality() {
        return equality;
    }

    @Override
    void write(ValueOut out, Object value) throws ValueException {
        begin(out);
        out.putLong(ValueTag.NULL); // what has caused it
        text.write(out, ((Throwable) value).getMessage());
        out.putLong(ValueTag.NULL); // its stack
        out.putLong(ValueTag.NULL); // what was suppressed
        bound(fields).write(out, value);
    }

    @Override
    Object read(ValueIn in, int begun) {
        boolean isEnclosed = begin(in);
        in.skipValue();
        Object message = text.read(in);
        in.skipValue();
        in.skipValue();
        if (isEnclosed) {
            in.skipValue();
        }
        try {
            Object made = maker.newInstance(message);
            in.keep(begun, made);
            bound(fields).read(in, made);
            return made;
        } catch (ReflectiveOperationException failed) {
            throw ValueIn.refused("an exception can't be made: " + failed);
        }
    }
}
