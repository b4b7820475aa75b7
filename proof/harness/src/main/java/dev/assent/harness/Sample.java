package dev.assent.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A sample of the values that a test may try. In the full tier it has all of them. In the fast tier it has as many as
 * the test says, chosen by the {@linkplain Run#seed() seed of the run} and printed.
 *
 * <p>Thread safety: safe to share.
 */
public final class Sample {
    private Sample() {}

    /**
     * Chooses.
     *
     * @param title of the choice; it is printed, and each title makes its own choice
     * @param count how many are chosen in the fast tier
     * @return in the order of all
     * @throws IllegalArgumentException if there are none, or none is to be chosen
     */
    public static <T> List<T> of(String title, int count, Collection<T> all) {
        if (all.isEmpty() || count < 1) {
            throw new IllegalArgumentException(
                    "the sample '" + title + "' has nothing to choose from, or chooses less than 1: " + count);
        }
        if (Run.isWhole() || count >= all.size()) {
            return List.copyOf(all);
        }
        List<T> chosen = choose(Run.seed(title), count, all);
        System.out.printf(
                "sample of %s: %d of %d: %s%n",
                title, count, all.size(), chosen.stream().map(Sample::shown).toList());
        return chosen;
    }

    /** The same of the values of an array, such as those of an enumeration. */
    public static <T> List<T> of(String title, int count, T[] all) {
        return of(title, count, Arrays.asList(all));
    }

    private static Object shown(Object value) {
        return value instanceof Arguments arguments ? Arrays.asList(arguments.get()) : value;
    }

    /** So many, in the order of all. */
    static <T> List<T> choose(long seed, int count, Collection<T> all) {
        List<T> values = new ArrayList<>(all);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            places.add(i);
        }
        Collections.shuffle(places, new Random(seed));
        return places.stream().limit(count).sorted().map(values::get).toList();
    }
}
