package dev.assent.resources.sql;

import java.util.Locale;

/**
 * Reads the first words of each statement in a text of SQL. Comments, literals and quoted names are not words; a literal may
 * be quoted by dollars, as on PostgreSQL. A comment of MySQL that the server runs ({@code /*!40101 ... *}{@code /}) counts as
 * text.
 *
 * <p>Thread safety: one thread.
 */
final class SqlScanner {
    private final String sql;
    private final boolean escapes;
    private int at;

    /**
     * At the beginning of a text.
     *
     * @param escapes whether a backslash in a literal escapes what follows
     */
    SqlScanner(String sql, boolean escapes) {
        this.sql = sql;
        this.escapes = escapes;
    }

    boolean isAtEnd() {
        return at >= sql.length();
    }

    /** The next word in upper case; empty when something else is next. */
    String word() {
        skipBlanks();
        int from = at;
        while (!isAtEnd() && isOfName(sql.charAt(at))) {
            at++;
        }
        return sql.substring(from, at).toUpperCase(Locale.ROOT);
    }

    private static boolean isOfName(char each) {
        return Character.isLetterOrDigit(each) || each == '_';
    }

    private void skipBlanks() {
        while (!isAtEnd()) {
            char each = sql.charAt(at);
            if (sql.startsWith("/*!", at)) {
                at += 3;
                while (!isAtEnd() && Character.isDigit(sql.charAt(at))) {
                    at++;
                }
            } else if (sql.startsWith("/*", at)) {
                skipPast("*/", at + 2);
            } else if (sql.startsWith("--", at) || each == '#') {
                skipPast("\n", at);
            } else if (Character.isWhitespace(each)) {
                at++;
            } else {
                return;
            }
        }
    }

    private void skipPast(String end, int from) {
        int found = sql.indexOf(end, from);
        at = found < 0 ? sql.length() : found + end.length();
    }

    /** Goes on behind the next semicolon that ends a statement, or to the end. */
    void skipStatement() {
        while (!isAtEnd()) {
            char each = sql.charAt(at);
            switch (each) {
                case ';' -> {
                    at++;
                    return;
                }
                case '\'', '"', '`' -> skipQuoted(each);
                case '$' -> skipDollars();
                default -> {
                    if (sql.startsWith("/*", at)) {
                        skipPast("*/", at + 2);
                    } else if (sql.startsWith("--", at)) {
                        skipPast("\n", at);
                    } else {
                        at++;
                    }
                }
            }
        }
    }

    /** A quote that is doubled begins the next part of the same literal. */
    private void skipQuoted(char quote) {
        at++;
        while (!isAtEnd()) {
            char each = sql.charAt(at++);
            if (each == quote) {
                return;
            }
            if (each == '\\' && escapes && quote != '`') {
                at++;
            }
        }
    }

    /** What is between two tags, {@code $$} or {@code $name$}; a dollar in a name begins none. */
    private void skipDollars() {
        int end = at + 1;
        while (end < sql.length() && isOfName(sql.charAt(end))) {
            end++;
        }
        boolean isTag = end < sql.length()
                && sql.charAt(end) == '$'
                && (at == 0 || !isOfName(sql.charAt(at - 1)))
                && !(end > at + 1 && Character.isDigit(sql.charAt(at + 1)));
        if (isTag) {
            skipPast(sql.substring(at, end + 1), end + 1);
        } else {
            at++;
        }
    }
}
