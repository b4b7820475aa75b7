package dev.assent.transport.iiop.value;

import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/**
 * An exception that a method declares: its message and the fields of its own classes. Its stack trace and its causes do
 * not leave the process, and those that others send are ignored. Safe to share once it is bound.
 */
final class ExceptionBody extends CustomBody {
    private final Constructor<?> maker;
    private final ValueForm text;
    private final Equality equality;
    private @Nullable ClassFields fields;

    /**
     * For a class of exceptions.
     *
     * @param text the form of the message
     * @throws ValueException when it has no constructor that takes a message
     */
    ExceptionBody(Class<?> type, ValueForm text) throws ValueException {
        super(type);
        this.text = text;
        equality = Equality.of(type);
        try {
            maker = type.getDeclaredConstructor(String.class);
            maker.setAccessible(true);
        } catch (NoSuchMethodException | RuntimeException absent) {
            throw new ValueException("exception " + type.getName() + " can't be made from its message: " + absent);
        }
    }

    void bind(ClassFields newFields) {
        fields = newFields;
    }

    /** Another version of the class may have other fields. */
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
        out.putLong(ValueTag.NULL); // its cause
        text.write(out, ((Throwable) value).getMessage());
        out.putLong(ValueTag.NULL); // its stack trace
        out.putLong(ValueTag.NULL); // its suppressed exceptions
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
