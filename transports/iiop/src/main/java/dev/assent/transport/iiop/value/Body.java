package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/**
 * The state of the values of one class, as it stands behind their tag and repository id.
 *
 * <p>Safe to share.
 */
abstract class Body {
    private final Class<?> type;
    private final String id;

    /** That of a class, of its own repository id. */
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

    /** Whether a value can be written as one of these. */
    boolean takes(Object value) {
        return value.getClass() == type;
    }

    /** Whether values of a repository id are of these; of another version of the class they are not. */
    boolean isNamed(String other) {
        return id.equals(other);
    }

    /** Whether the class writes its state itself (Java to IDL mapping 1.4, section 1.3.5.6), so that it is chunked. */
    boolean isCustom() {
        return false;
    }

    /** How its values are told apart. */
    Equality equality() {
        return Equality.PARTS;
    }

    /** Writes the state. */
    abstract void write(ValueOut out, Object value) throws ValueException;

    /**
     * Reads the state.
     *
     * @param begun where the value has begun, by which it is kept before anything is read that may refer to it
     */
    abstract Object read(ValueIn in, int begun);

    /** A part that is bound after the body is made: types may have themselves inside. */
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
