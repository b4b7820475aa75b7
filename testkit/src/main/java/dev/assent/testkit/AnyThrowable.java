package dev.assent.testkit;

import java.io.IOException;
import java.util.stream.Stream;

/** What foreign code may throw: anything, since not every language checks exceptions. Pure functions. */
public final class AnyThrowable {
    private AnyThrowable() {}

    /** One of each kind, for a {@code MethodSource}. */
    public static Stream<Throwable> kinds() {
        return Stream.of(
                new IOException("checked"),
                new IllegalStateException("unchecked"),
                new NoClassDefFoundError("linkage"),
                new StackOverflowError("virtual machine"),
                new AssertionError("error"),
                new Throwable("bare"));
    }

    /** Throws anything where nothing is declared. */
    public static void raise(Throwable any) {
        AnyThrowable.<RuntimeException>cast(any);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void cast(Throwable any) throws T {
        throw (T) any;
    }
}
