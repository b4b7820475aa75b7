package dev.assent.resources.sql;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which statements end the transaction that they are run in, at one database: those of the standard, and what its row adds.
 * Only the first words of statements are looked at; what is of a temporary table ends none. What a procedure does is not seen, nor what follows a CREATE in the same
 * text, since that may be the body of a routine.
 *
 * <p>Immutable and safe to share.
 */
public final class EndingWords {
    /** COMMIT and ROLLBACK (ISO/IEC 9075-2, section 17). */
    public static final EndingWords STANDARD = new EndingWords(Set.of(), false);

    private final Set<String> more;
    private final boolean escapes;

    private EndingWords(Set<String> more, boolean escapes) {
        this.more = more;
        this.escapes = escapes;
    }

    /** These, and statements that begin with one of these words, in upper case; two are written with one blank. */
    public EndingWords and(String... words) {
        Set<String> all = new TreeSet<>(more);
        all.addAll(Set.of(words));
        return new EndingWords(all, escapes);
    }

    /** The same, where a backslash in a literal escapes what follows. */
    public EndingWords withBackslashes() {
        return new EndingWords(more, true);
    }

    /**
     * Looks for a statement that ends the transaction.
     *
     * @return the words with which it begins; null when there is none
     */
    public @Nullable String in(String sql) {
        SqlScanner scanner = new SqlScanner(sql, escapes);
        while (!scanner.isAtEnd()) {
            String first = scanner.word();
            String ending = ending(first, scanner);
            if (ending != null || first.equals("CREATE")) {
                return ending;
            }
            scanner.skipStatement();
        }
        return null;
    }

    private @Nullable String ending(String first, SqlScanner scanner) {
        if (first.equals("ROLLBACK")) {
            String next = scanner.word();
            boolean isNoise = next.equals("WORK") || next.equals("TRANSACTION");
            return (isNoise ? scanner.word() : next).equals("TO") ? null : first; // to a savepoint
        }
        if (first.equals("COMMIT")) {
            return first;
        }
        if (first.isEmpty()) {
            return null;
        }
        String both = first + " " + scanner.word();
        if (more.contains(both)) {
            return both;
        }
        return more.contains(first) && !both.endsWith(" TEMPORARY") ? first : null;
    }
}
