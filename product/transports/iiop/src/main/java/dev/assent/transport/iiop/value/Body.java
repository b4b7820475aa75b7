package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/**
 * The state of the values of one class, which follows their tag and repository id.
 *
 * <p>Safe to share.
 */
abstract class Body {
    private final Class<?> type;
    private final String id;

    /** For a class with its own repository id. */
    Body(Class<?> type) {
        this(type, RepositoryIds.of(type));
    }

    Body(Class<?> type, String id) {
        this.type = type;
        this.id = id;
    }

    /** The class of the values that it makes. */
    Class<?> type() {
        return type;
    }

    /** The repository id. */
    String id() {
        return id;
    }

    /** Whether this body can write a value. */
    boolean takes(Object value) {
        return value.getClass() == type;
    }

    /**
     * Whether values with this repository id can be read as this class; another version of the class has another id.
     */
    boolean isNamed(String other) {
        return id.equals(other);
    }

    /**
     * Whether the class writes its state itself (Java to IDL mapping 1.4, section 1.3.5.6). Such a state is chunked.
     */
    boolean isCustom() {
        return false;
    }

    /** How equals and hashCode of the class work. */
    Equality equality() {
        return Equality.PARTS;
    }

    /** Writes the state. */
    abstract void write(ValueOut out, Object value) throws ValueException;

    /**
     * Reads the state.
     *
     * @param begun where the value begins; references to it use this number, so it is kept before its parts are read
     */
    abstract Object read(ValueIn in, int begun);

    /** A part that is set after the body is made, since types may contain themselves. */
    <T> T bound(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException(this + " is not bound");
        }
        return part;
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
