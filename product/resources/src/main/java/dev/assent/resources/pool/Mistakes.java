package dev.assent.resources.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Collects the mistakes of a configuration, so that one exception has all of them.
 *
 * <p>Thread safety: confined to one thread.
 */
public final class Mistakes {
    private final List<IllegalArgumentException> found = new ArrayList<>();

    /** Several mistakes in one exception. */
    private static final class Several extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        Several(List<IllegalArgumentException> mistakes) {
            super(String.join("\n  ", texts(mistakes)));
            mistakes.forEach(this::addSuppressed);
        }
    }

    /** No mistake so far. */
    public Mistakes() {}

    /** Makes a part of the configuration; empty when it is refused, and the mistake is kept. */
    public <T> Optional<T> make(Supplier<T> part) {
        try {
            return Optional.of(part.get());
        } catch (IllegalArgumentException refused) {
            found.addAll(eachOf(refused));
            return Optional.empty();
        }
    }

    /** Checks a part of the configuration, and keeps the mistake when it is refused. */
    public void check(Runnable check) {
        make(() -> {
            check.run();
            return true;
        });
    }

    /** Whether there is none so far. */
    public boolean isNone() {
        return found.isEmpty();
    }

    /**
     * Ends the collection.
     *
     * @throws IllegalArgumentException for any mistake: that mistake itself, or one exception with a line for each
     */
    public void tell() {
        if (found.size() == 1) {
            throw found.get(0);
        }
        if (!found.isEmpty()) {
            throw new Several(found);
        }
    }

    /**
     * Makes a part of a configuration, with every mistake reworded.
     *
     * @throws IllegalArgumentException as {@link #tell}
     */
    public static <T> T retold(UnaryOperator<IllegalArgumentException> words, Supplier<T> part) {
        Mistakes mistakes = new Mistakes();
        Optional<T> made = mistakes.make(part);
        mistakes.found.replaceAll(words);
        mistakes.tell();
        return made.orElseThrow();
    }

    /** The text of each mistake in an exception of {@link #tell}. */
    public static List<String> texts(IllegalArgumentException told) {
        return texts(eachOf(told));
    }

    private static List<String> texts(List<IllegalArgumentException> mistakes) {
        return mistakes.stream().map(each -> String.valueOf(each.getMessage())).toList();
    }

    private static List<IllegalArgumentException> eachOf(IllegalArgumentException refused) {
        if (refused instanceof Several several) {
            List<IllegalArgumentException> each = new ArrayList<>();
            for (Throwable mistake : several.getSuppressed()) {
                each.add((IllegalArgumentException) mistake);
            }
            return each;
        }
        return List.of(refused);
    }
}
