package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/**
 * Values of a class that writes its state itself: a format, whether the fields that serialization has are there, these,
 * and more that only the class knows (Java to IDL mapping 1.4, section 1.3.5.6). Safe to share.
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

    /** Classes of the JDK: of whatever version, what they write is what it was. */
    @Override
    boolean isNamed(String other) {
        return RepositoryIds.escaped(type().getName()).equals(RepositoryIds.className(other));
    }

    /** Begins the state of one class. */
    static void begin(ValueOut out) throws ValueException {
        out.putOctet(FORMAT);
        out.putBoolean(true);
    }

    /**
     * Begins the state of one class; the fields follow.
     *
     * @return whether what it has more is in a value of its own
     */
    static boolean begin(ValueIn in) {
        int format = in.takeOctet();
        if (format != FORMAT && format != FORMAT_ENCLOSED) {
            throw ValueIn.refused("stream format " + format + " is not allowed; 1 and 2 are");
        }
        in.takeBoolean(); // the classes that are carried write their fields
        return format == FORMAT_ENCLOSED;
    }

    /** Begins what a class has more than its fields. */
    static void beginMore(ValueIn in, boolean isEnclosed) {
        if (isEnclosed && !in.enterMore()) {
            throw ValueIn.refused("a class has not written all that it has");
        }
    }

    static void endMore(ValueIn in, boolean isEnclosed) {
        if (isEnclosed) {
            in.leaveMore();
        }
    }

    /** An object among what a class has more: an abstract object that is a value. */
    static void putObject(ValueOut out, Form form, @Nullable Object value) throws ValueException {
        out.putBoolean(false);
        form.write(out, value);
    }

    static @Nullable Object takeObject(ValueIn in, Form form) {
        if (in.takeBoolean()) {
            throw ValueIn.refused("a reference to an object is among values; " + form + " is allowed");
        }
        return form.read(in);
    }
}
