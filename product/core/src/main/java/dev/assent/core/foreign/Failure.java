package dev.assent.core.foreign;

import org.jspecify.annotations.Nullable;

/**
 * Readable texts, causes and suppressed errors of a foreign object, most often a Throwable: its own method may throw.
 *
 * <p>Functions without state.
 */
public final class Failure {
    /** How many causes of a chain are followed. */
    public static final int CAUSES_MAX = 100;

    private Failure() {}

    /** Its text; the name of its class, if asking for the text throws. */
    public static String text(@Nullable Object foreign) {
        if (foreign == null) {
            return "null";
        }
        try {
            String text = foreign.toString();
            return text == null ? foreign.getClass().getName() : text;
        } catch (Throwable speechless) {
            return foreign.getClass().getName();
        }
    }

    /**
     * The first of a Throwable and its causes that belongs to a class; null if there is none. A chain of causes may
     * have no end, so only {@value #CAUSES_MAX} of them are followed.
     */
    public static <T> @Nullable T find(@Nullable Throwable foreign, Class<T> type) {
        Throwable each = foreign;
        for (int i = 0; each != null && i < CAUSES_MAX; i++) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
            each = cause(each);
        }
        return null;
    }

    /** Whether a Throwable has another one in its chain of causes, or is that one; follows as many causes. */
    public static boolean isCausedBy(Throwable foreign, Throwable cause) {
        Throwable each = foreign;
        for (int i = 0; each != null && i < CAUSES_MAX; i++) {
            if (each == cause) {
                return true;
            }
            each = cause(each);
        }
        return false;
    }

    /**
     * Adds a foreign Throwable to the suppressed ones of another, unless it is the same object, as that of a driver
     * that throws one object again.
     */
    public static void suppress(Throwable thrown, Throwable suppressed) {
        if (suppressed != thrown) {
            thrown.addSuppressed(suppressed);
        }
    }

    /** The cause of a Throwable; null also if asking for it throws. */
    public static @Nullable Throwable cause(Throwable foreign) {
        try {
            return foreign.getCause();
        } catch (Throwable speechless) {
            return null;
        }
    }

    /** The message of a Throwable; its text, when it has none. */
    public static String message(Throwable foreign) {
        try {
            String message = foreign.getMessage();
            return message == null ? text(foreign) : message;
        } catch (Throwable speechless) {
            return text(foreign);
        }
    }
}
