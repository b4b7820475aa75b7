package dev.assent.transport.iiop.value;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An array of values: a boxed sequence (Java to IDL mapping 1.4, section 1.3.6). Safe to share once it is bound. */
final class ArrayBody extends Body {
    /** The most elements for which room is made before they have come. */
    private static final int FIRST = 1_024;

    private @Nullable Form element;

    ArrayBody(Class<?> type) {
        super(type);
    }

    /** Sets the form of the elements, which may contain arrays of this class. */
    void bind(Form newElement) {
        element = newElement;
    }

    @Override
    void write(ValueOut out, Object value) throws ValueException {
        @Nullable Object[] all = (@Nullable Object[]) value;
        out.putLong(all.length);
        for (Object each : all) {
            bound(element).write(out, each);
        }
    }

    /** An array can't grow, so if it has many elements none of them may refer to it before it is complete. */
    @Override
    Object read(ValueIn in, int begun) {
        int count = in.takeCount();
        @Nullable Object[] all = (@Nullable Object[]) Array.newInstance(type().getComponentType(), Math.min(count, FIRST));
        if (count <= FIRST) {
            in.keep(begun, all);
        }
        for (int i = 0; i < count; i++) {
            if (i == all.length) {
                all = Arrays.copyOf(all, (int) Math.min(count, 2L * i));
            }
            all[i] = bound(element).read(in);
        }
        in.keep(begun, all);
        return all;
    }
}
