package dev.assent.resources.sql;

import java.util.List;
import java.util.Set;

/**
 * The first words of a kind of statement, in upper case. A {@code *} stands for any number of words, {@code ~} for any
 * number of words before a parenthesis and before AS, {@code ()} for a list in parentheses, {@code @} for any one word
 * that begins so. A {@code @@} before another word is ignored, since variables of the server are written so.
 *
 * <p>Immutable and safe to share.
 *
 * @param words at least one
 */
record Phrase(List<String> words) {
    private static final String ANY = "*";
    private static final String SOME = "~";
    private static final Set<String> AFTER_SOME = Set.of("AS", "(", ")");
    private static final String LIST = "()";
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
        String gap = "";
        for (String each : words) {
            if (each.equals(ANY) || each.equals(SOME)) {
                gap = each;
                continue;
            }
            while (at < statement.size() && !matches(each, statement.get(at)) && isIn(gap, statement.get(at))) {
                at++;
            }
            if (at >= statement.size() || !matches(each, statement.get(at))) {
                return false;
            }
            at = each.equals(LIST) ? afterList(statement, at) : at + 1;
            gap = "";
        }
        return true;
    }

    private static boolean isIn(String gap, String found) {
        return gap.equals(ANY) || (gap.equals(SOME) && !AFTER_SOME.contains(found));
    }

    /** The place after the list that begins here. */
    private static int afterList(List<String> statement, int from) {
        int at = from;
        int depth = 0;
        do {
            depth += statement.get(at).equals("(") ? 1 : statement.get(at).equals(")") ? -1 : 0;
            at++;
        } while (depth > 0 && at < statement.size());
        return at;
    }

    private static boolean matches(String expected, String found) {
        return switch (expected) {
            case VARIABLE -> found.startsWith(VARIABLE);
            case LIST -> found.equals("(");
            default -> expected.equals(found.startsWith(OF_SERVER) ? found.substring(OF_SERVER.length()) : found);
        };
    }

    /** For people. */
    @Override
    public String toString() {
        return String.join(" ", words).replace(ANY, "...");
    }
}
