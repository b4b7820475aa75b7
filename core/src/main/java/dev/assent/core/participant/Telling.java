package dev.assent.core.participant;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells several something, each of whom may throw. */
public final class Telling {
    private Telling() {}

    /**
     * Tells all; one that throws does not keep the others from being told.
     *
     * @throws RuntimeException what the first one has thrown, or an Error, when all are told; with what others have
     *     thrown
     */
    public static <T> void all(Iterable<T> told, Consumer<? super T> telling) {
        Throwable first = null;
        for (T each : told) {
            try {
                telling.accept(each);
            } catch (RuntimeException | Error bug) {
                if (first == null) {
                    first = bug;
                } else if (first != bug) {
                    first.addSuppressed(bug);
                }
            }
        }
        rethrow(first);
    }

    /** Throws a bug that was caught before; nothing when there is none. */
    public static void rethrow(@Nullable Throwable bug) {
        if (bug instanceof Error error) {
            throw error;
        }
        if (bug != null) {
            throw (RuntimeException) bug;
        }
    }
}
