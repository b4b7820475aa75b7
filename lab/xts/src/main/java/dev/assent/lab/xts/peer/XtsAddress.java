package dev.assent.lab.xts.peer;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a server is, and which of its services take part in transactions, as the policies in their descriptions would say:
 * HOST:PORT, and these names with '/' before each. Immutable.
 */
record XtsAddress(String place, Set<String> transactional) {
    private static final String BETWEEN = "/";

    /** Reads the text of {@link #toString}. */
    static XtsAddress parse(String text) {
        List<String> words = List.of(text.split(BETWEEN, -1));
        return new XtsAddress(words.get(0), new TreeSet<>(words.subList(1, words.size())));
    }

    /** The place of a service. */
    String url(String name) {
        return url(place, name);
    }

    /** The place of a service of a server. */
    static String url(String place, String name) {
        return "http://" + place + "/service/" + name;
    }

    @Override
    public String toString() {
        return place + (transactional.isEmpty() ? "" : BETWEEN + String.join(BETWEEN, transactional));
    }
}
