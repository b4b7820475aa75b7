package dev.assent.resources.sql;

import java.util.List;

/**
 * What statements of a kind begin with: words in upper case. A {@code *} stands for any number of words, {@code @} for any one
 * that begins so; of another word {@code @@} before it counts for nothing, since that is how a variable of the server is written.
 *
 * <p>Immutable and safe to share.
 *
 * @param words at least one
 */
record Phrase(List<String> words) {
    private static final String ANY = "*";
    private static final String VARIABLE = "@";
    private static final String OF_SERVER = "@@";

    Phrase {
        words = List.copyOf(words);
    }

    /** Words with blanks between them. */
    static Phrase of(String text) {
        return new Phrase(List.of(text.split(" ")));
    }

    String first() {
        return words.get(0);
    }

    /** Whether a statement begins so. */
    boolean begins(List<String> statement) {
        int at = 0;
        boolean isAnywhere = false;
        for (String each : words) {
            if (each.equals(ANY)) {
                isAnywhere = true;
                continue;
            }
            while (isAnywhere && at < statement.size() && !matches(each, statement.get(at))) {
                at++;
            }
            if (at >= statement.size() || !matches(each, statement.get(at))) {
                return false;
            }
            isAnywhere = false;
            at++;
        }
        return true;
    }

    private static boolean matches(String expected, String found) {
        return expected.equals(VARIABLE)
                ? found.startsWith(VARIABLE)
                : expected.equals(found.startsWith(OF_SERVER) ? found.substring(OF_SERVER.length()) : found);
    }

    /** For people. */
    @Override
    public String toString() {
        return String.join(" ", words).replace(ANY, "...");
    }
}
