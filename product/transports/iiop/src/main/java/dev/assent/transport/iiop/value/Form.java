package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/**
 * How a message represents values of a declared type.
 *
 * <p>Immutable and safe to share.
 */
public abstract class Form {
    /** For the forms of this package. */
    Form() {}

    /**
     * Writes a value.
     *
     * @throws ValueException when it is not of the declared type, or too large
     */
    public abstract void write(ValueOut out, @Nullable Object value) throws ValueException;

    /** Reads a value; throws MARSHAL when it is not of the declared type. */
    public abstract @Nullable Object read(ValueIn in);

    /** The declared type, for messages. */
    @Override
    public abstract String toString();
}
