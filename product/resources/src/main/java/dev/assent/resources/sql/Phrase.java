package dev.assent.resources.sql;

import java.util.List;

/**
 * The first words of a kind of statement, in upper case. A {@code *} stands for any number of words, {@code @} for any
 * one word that begins so. A {@code @@} before another word is ignored, since variables of the server are written so.
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

    /** Whether a statement begins with these words. */
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
