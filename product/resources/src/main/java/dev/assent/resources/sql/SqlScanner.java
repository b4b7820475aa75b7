package dev.assent.resources.sql;

import dev.assent.resources.sql.SqlDialect.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words of each statement in a text of SQL, and its signs of equality. Comments, literals and quoted names
 * are not words, but names in backticks are.
 *
 * <p>Thread safety: one thread.
 */
final class SqlScanner {
    private final String sql;
    private final SqlDialect dialect;
    private int at;

    /** At the beginning of a text. */
    SqlScanner(String sql, SqlDialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
    }

    boolean isAtEnd() {
        return at >= sql.length();
    }

    /** Whether the text has no statement: goes to its end, or to the first statement. */
    boolean isEmpty() {
        while (!isAtEnd()) {
            if (sql.charAt(at) == ';') {
                at++;
            } else if (!skipComment() && !skipBlank()) {
                return false;
            }
        }
        return true;
    }

    /** Whether another statement may follow. */
    boolean isMoreLikely() {
        return sql.indexOf(';', at) >= 0;
    }

    /** The next word, in upper case; empty when something else is next. */
    String word() {
        while (!isAtEnd() && (skipComment() || skipBlank())) {
            // another comment or blank may follow
        }
        return readWord();
    }

    private boolean skipBlank() {
        boolean isBlank = Character.isWhitespace(sql.charAt(at));
        boolean isEndOfRun = dialect.has(Trait.COMMENTS_THAT_RUN) && sql.startsWith("*/", at);
        at += isEndOfRun ? 2 : isBlank ? 1 : 0;
        return isBlank || isEndOfRun;
    }

    private String readWord() {
        int from = at;
        while (!isAtEnd() && isOfName(sql.charAt(at))) {
            at++;
        }
        return sql.substring(from, at).toUpperCase(Locale.ROOT);
    }

    private static boolean isOfName(char each) {
        return Character.isLetterOrDigit(each) || each == '_' || each == '@';
    }

    /** Goes to after the semicolon that ends the statement, or to the end. */
    void skipStatement() {
        read(null);
    }

    /** The words of the rest of the statement, in upper case; goes to after it. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        read(words);
        return words;
    }

    private void read(@Nullable List<String> words) {
        String before = "";
        while (!isAtEnd()) {
            char each = sql.charAt(at);
            if (isOfName(each)) {
                before = readWord();
                if (words != null) {
                    words.add(before);
                }
                continue;
            }
            boolean isE = before.equals("E") && dialect.has(Trait.E_LITERALS);
            before = "";
            if (each == ';') {
                at++;
                return;
            } else if (each == '\'') {
                skipQuoted(each, isE || dialect.has(Trait.BACKSLASHES));
            } else if (each == '"') {
                skipQuoted(each, dialect.has(Trait.BACKSLASHES));
            } else if (each == '`' && dialect != SqlDialect.POSTGRESQL) {
                int from = at + 1;
                skipQuoted(each, false);
                if (words != null && dialect.has(Trait.BACKTICKS)) {
                    words.add(sql.substring(from, Math.max(from, at - 1)).toUpperCase(Locale.ROOT));
                }
            } else if (each == '=') {
                at++;
                if (words != null) {
                    words.add("=");
                }
            } else if (each == '$' && dialect.has(Trait.DOLLAR_QUOTES)) {
                skipDollars();
            } else if (!skipComment()) {
                at++;
            }
        }
    }

    /** A doubled quote begins the next part of the same literal. */
    private void skipQuoted(char quote, boolean escapes) {
        at++;
        while (!isAtEnd()) {
            char each = sql.charAt(at++);
            if (each == quote) {
                return;
            }
            if (each == '\\' && escapes) {
                at++;
            }
        }
    }

    /** Skips the text between two tags; a dollar in a name begins none. */
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

    /** Skips a comment, or the beginning of one that is run; false when there is none. */
    private boolean skipComment() {
        int from = at;
        if (sql.startsWith("/*", at)) {
            int run = dialect.has(Trait.COMMENTS_THAT_RUN) ? beginningOfRun() : 0;
            if (run > 0) {
                at += run;
            } else if (dialect.has(Trait.NESTED_COMMENTS)) {
                skipNested();
            } else {
                skipPast("*/", at + 2);
            }
        } else if (isLineComment()) {
            skipLine();
        }
        return at > from;
    }

    /** The length of the beginning of a comment that is run, with the version of the server; 0 when there is none. */
    private int beginningOfRun() {
        int end = at + 2;
        if (sql.startsWith("M", end)) {
            end++;
        }
        if (!sql.startsWith("!", end)) {
            return 0;
        }
        end++;
        while (end < sql.length() && Character.isDigit(sql.charAt(end))) {
            end++;
        }
        return end - at;
    }

    private void skipNested() {
        int depth = 0;
        do {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && !isAtEnd());
    }

    private boolean isLineComment() {
        return isDashComment()
                || (dialect.has(Trait.HASH_COMMENTS) && sql.startsWith("#", at))
                || (dialect.has(Trait.SLASH_COMMENTS) && sql.startsWith("//", at));
    }

    private boolean isDashComment() {
        int end = at + 2;
        return sql.startsWith("--", at)
                && (!dialect.has(Trait.BLANK_AFTER_DASHES)
                        || end >= sql.length()
                        || Character.isWhitespace(sql.charAt(end)));
    }

    private void skipLine() {
        while (!isAtEnd()) {
            char each = sql.charAt(at++);
            if (each == '\n' || (each == '\r' && !dialect.has(Trait.LINES_END_AT_LF))) {
                return;
            }
        }
    }

    private void skipPast(String end, int from) {
        int found = sql.indexOf(end, from);
        at = found < 0 ? sql.length() : found + end.length();
    }
}
