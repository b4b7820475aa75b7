package dev.assent.transport.iiop.value;

import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/** An object of a Serializable class of the application: its fields. Safe to share once it is bound. */
final class ObjectBody extends Body {
    private final Constructor<?> maker;
    private final Equality equality;
    private @Nullable ClassFields fields;

    /** For a class. Its fields are bound later, since they may contain objects of the class. */
    ObjectBody(Class<?> type) throws ValueException {
        super(type);
        maker = Instances.maker(type);
        equality = Equality.of(type);
    }

    void bind(ClassFields newFields) {
        fields = newFields;
    }

    @Override
    Equality equality() {
        return equality;
    }

    @Override
    void write(ValueOut out, Object value) throws ValueException {
        bound(fields).write(out, value);
    }

    @Override
    Object read(ValueIn in, int begun) {
        Object made = Instances.make(maker);
        in.keep(begun, made);
        bound(fields).read(in, made);
        return made;
    }
}
