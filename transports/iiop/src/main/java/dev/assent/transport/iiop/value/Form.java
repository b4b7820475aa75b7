package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/**
 * How what a declared type has stands in a message.
 *
 * <p>Immutable and safe to share.
 */
public abstract class Form {
    /** For the forms of this package. */
    Form() {}

    /**
     * Writes one.
     *
     * @throws ValueException when it is not of the declared type, or too large
     */
    public abstract void write(ValueOut out, @Nullable Object value) throws ValueException;

    /** Reads one; throws MARSHAL when there is none of the declared type. */
    public abstract @Nullable Object read(ValueIn in);

    /** The declared type, for people. */
    @Override
    public abstract String toString();
}
