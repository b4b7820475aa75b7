package dev.assent.core.participant;

import dev.assent.core.foreign.ForeignCode;
import java.util.function.Consumer;

/** Tells several something, each of whom may throw. */
public final class Telling {
    private Telling() {}

    /**
     * Tells all; one that throws does not keep the others from being told.
     *
     * @throws RuntimeException what the first one has thrown, whatever it is, when all are told; with what others have
     *     thrown
     */
    public static <T> void all(Iterable<T> told, Consumer<? super T> telling) {
        Throwable first = null;
        for (T each : told) {
            try {
                telling.accept(each);
            } catch (Throwable bug) {
                if (first == null) {
                    first = bug;
                } else if (first != bug) {
                    first.addSuppressed(bug);
                }
            }
        }
        ForeignCode.rethrow(first);
    }
}
