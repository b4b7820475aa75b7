package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/**
 * Values of a class that writes its state itself: a format, whether the serializable fields follow, these fields, and
 * more that only the class knows (Java to IDL mapping 1.4, section 1.3.5.6). Safe to share.
 */
abstract class CustomBody extends Body {
    private static final int FORMAT = 1;
    private static final int FORMAT_ENCLOSED = 2;

    CustomBody(Class<?> type) {
        super(type);
    }

    @Override
    boolean isCustom() {
        return true;
    }

    /** True for any version of these JDK classes: their form does not change. */
    @Override
    boolean isNamed(String other) {
        return RepositoryIds.escaped(type().getName()).equals(RepositoryIds.className(other));
    }

    /** Begins to write the state of one class. */
    static void begin(ValueOut out) throws ValueException {
        out.putOctet(FORMAT);
        out.putBoolean(true);
    }

    /**
     * Begins to read the state of one class; the fields follow.
     *
     * @return whether the data after the fields is in a value of its own
     */
    static boolean begin(ValueIn in) {
        int format = in.takeOctet();
        if (format != FORMAT && format != FORMAT_ENCLOSED) {
            throw ValueIn.refused("stream format " + format + " is not allowed; 1 and 2 are");
        }
        in.takeBoolean(); // all classes that are carried write their fields
        return format == FORMAT_ENCLOSED;
    }

    /** Begins to read the data that a class has after its fields. */
    static void beginMore(ValueIn in, boolean isEnclosed) {
        if (isEnclosed && !in.enterMore()) {
            throw ValueIn.refused("the state of a class is incomplete");
        }
    }

    static void endMore(ValueIn in, boolean isEnclosed) {
        if (isEnclosed) {
            in.leaveMore();
        }
    }

    /** Writes an object in that data: an abstract object that is a value. */
    static void putObject(ValueOut out, Form form, @Nullable Object value) throws ValueException {
        out.putBoolean(false);
        form.write(out, value);
    }

    static @Nullable Object takeObject(ValueIn in, Form form) {
        if (in.takeBoolean()) {
            throw ValueIn.refused("a reference to an object stands where a value must; " + form + " is allowed");
        }
        return form.read(in);
    }
}
