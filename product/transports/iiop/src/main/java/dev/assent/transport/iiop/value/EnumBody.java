package dev.assent.transport.iiop.value;

import java.util.HashMap;
import java.util.Map;

/** A constant of an enum: its name. Safe to share. */
final class EnumBody extends Body {
    private final Map<String, Object> constants = new HashMap<>();
    private final ValueForm name;

    /**
     * For an enum.
     *
     * @param name the form of its name
     */
    EnumBody(Class<?> type, ValueForm name) {
        super(type);
        this.name = name;
        for (Object each : type.getEnumConstants()) {
            constants.put(((Enum<?>) each).name(), each);
        }
    }

    /** A constant with a body has a class of its own. */
    @Override
    boolean takes(Object value) {
        return type().isInstance(value);
    }

    @Override
    Equality equality() {
        return Equality.IDENTITY;
    }

    @Override
    void write(ValueOut out, Object value) throws ValueException {
        name.write(out, ((Enum<?>) value).name());
    }

    @Override
    Object read(ValueIn in, int begun) {
        Object text = name.read(in);
        Object found = text == null ? null : constants.get(text);
        if (found == null) {
            throw ValueIn.refused(type().getName() + " has no constant '" + text + "'");
        }
        in.keep(begun, found);
        return found;
    }
}
