package dev.assent.transport.iiop.fuzz;

import dev.assent.transport.iiop.value.Form;
import dev.assent.transport.iiop.value.Forms;
import dev.assent.transport.iiop.value.ValueException;
import dev.assent.transport.iiop.value.ValueIn;
import dev.assent.transport.iiop.value.ValueLimits;
import dev.assent.transport.iiop.value.ValueOut;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.MARSHAL;

/**
 * A target of Jazzer: what calls carry (docs/guide/fuzz.md). The input is tried as it is, and as changes in
 * the bytes of a value. What is read can be written.
 */
public final class ValueFuzz {
    private static final ValueLimits LIMITS = new ValueLimits(1 << 16, 50);
    private static final Form FORM = form();
    private static final byte[] SAMPLE = sample();

    private ValueFuzz() {}

    private static Form form() {
        try {
            return new Forms().of(FuzzedValues.class);
        } catch (ValueException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] sample() {
        try {
            return write(FuzzedValues.sample());
        } catch (ValueException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] write(@Nullable Object value) throws ValueException {
        ValueOut out = new ValueOut(LIMITS);
        FORM.write(out, value);
        return out.toByteArray();
    }

    /** One try. */
    public static void fuzzerTestOneInput(byte[] input) {
        tryBytes(input);
        tryBytes(Changes.in(SAMPLE, input));
    }

    private static void tryBytes(byte[] bytes) {
        Object read;
        try {
            read = FORM.read(new ValueIn(new PlainIn(bytes), LIMITS));
        } catch (MARSHAL refused) {
            return; // as it should be
        }
        try {
            write(read);
        } catch (ValueException larger) {
            // such as one that was a reference to another of its like
        }
    }
}
