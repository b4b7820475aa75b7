package dev.assent.transport.iiop.value;

import dev.assent.transport.iiop.reference.Ior;
import org.jspecify.annotations.Nullable;

/** A reference to an object that stays in its process. Safe to share. */
final class ReferenceForm extends Form {
    private final Class<?> type;

    ReferenceForm(Class<?> type) {
        this.type = type;
    }

    @Override
    public void write(ValueOut out, @Nullable Object value) throws ValueException {
        out.putReference((Ior) value);
    }

    @Override
    public @Nullable Object read(ValueIn in) {
        return in.takeReference();
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
