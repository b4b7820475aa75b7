package dev.assent.core.foreign;

import java.util.function.Consumer;

/** Calls several listeners; each may throw. */
public final class Telling {
    private Telling() {}

    /**
     * Calls all; if one throws, the others are still called.
     *
     * @throws RuntimeException the first exception, of any type, when all were called; the others are suppressed in
     *     it
     */
    public static <T> void all(Iterable<T> told, Consumer<? super T> telling) {
        Throwable first = null;
        for (T each : told) {
            try {
                telling.accept(each);
            } catch (Throwable bug) {
                if (first == null) {
                    first = bug;
                } else {
                    Failure.suppress(first, bug);
                }
            }
        }
        ForeignCode.rethrow(first);
    }
}
