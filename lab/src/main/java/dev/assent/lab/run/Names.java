package dev.assent.lab.run;

import java.util.List;
import java.util.stream.Collectors;

/** Names in a cell of a table. */
final class Names {
    /** A reader does not read more of them. */
    private static final int MAX = 6;

    private Names() {}

    /** The first ones, and how many there are besides. */
    static String of(List<String> names) {
        String first = names.stream().limit(MAX).collect(Collectors.joining("; "));
        return names.size() <= MAX ? first : "%s; and %,d more".formatted(first, names.size() - MAX);
    }
}
