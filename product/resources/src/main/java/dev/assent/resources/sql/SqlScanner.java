package dev.assent.resources.sql;

import dev.assent.resources.sql.SqlDialect.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words of each statement in a text of SQL, its signs of equality, and its parentheses. Comments, literals
 * and quoted names are not words, but names in backticks are. If a statement may {@linkplain Trait#RUNS_ON run on},
 * all other signs are read, too: each is a word, and so is the first quote of each literal and of each quoted name.
 *
 * <p>Thread safety: one thread.
 */
final class SqlScanner {
    /** They begin a literal or a quoted name, or end a statement. */
    private static final String QUOTES_AND_END = "'\"`$;";

    /** The words that a driver removes after a brace: the escapes of JDBC, but for CALL. */
    private static final Set<String> ESCAPES = Set.of("FN", "OJ", "D", "T", "TS", "ESCAPE", "PARAMS", "LIMIT");

    private final String sql;
    private final SqlDialect dialect;
    private final Reading reading;
    private int at;

    /** Inside of a comment that is run. */
    private boolean isInRun;

    /** At the beginning of a text. */
    SqlScanner(String sql, SqlDialect dialect, Reading reading) {
        this.sql = sql;
        this.dialect = dialect;
        this.reading = reading;
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

    /**
     * The first word of the statement, in upper case; empty when a literal or a quoted name is before it. All other
     * characters are skipped: databases differ in which of them count as blanks, and drivers remove braces.
     */
    String word() {
        boolean isBraced = false;
        while (!isAtEnd()) {
            char each = sql.charAt(at);
            if (isOfName(each)) {
                String word = readWord();
                if (!isBraced || !ESCAPES.contains(word)) {
                    return word;
                }
            } else if (QUOTES_AND_END.indexOf(each) >= 0) {
                return "";
            } else if (!skipComment() && !skipEndOfRun()) {
                isBraced |= each == '{';
                at++;
            }
        }
        return "";
    }

    private boolean skipBlank() {
        boolean isBlank = Character.isWhitespace(sql.charAt(at));
        at += isBlank ? 1 : 0;
        return isBlank || skipEndOfRun();
    }

    private boolean skipEndOfRun() {
        if (!isInRun || !sql.startsWith("*/", at)) {
            return false;
        }
        isInRun = false;
        at += 2;
        return true;
    }

    private String readWord() {
        int from = at;
        if (dialect.has(Trait.RUNS_ON) && Character.isDigit(sql.charAt(at))) {
            skipNumber(); // a word may follow without a blank
        } else {
            while (!isAtEnd() && isOfName(sql.charAt(at))) {
                at++;
            }
        }
        return sql.substring(from, at).toUpperCase(Locale.ROOT);
    }

    private void skipNumber() {
        skipDigits();
        if (!isAtEnd() && sql.charAt(at) == '.') {
            at++;
            skipDigits();
        }
        boolean isExponent = at + 1 < sql.length()
                && Character.toUpperCase(sql.charAt(at)) == 'E'
                && Character.isDigit(sql.charAt(at + 1));
        if (isExponent) {
            at++;
            skipDigits();
        }
    }

    private void skipDigits() {
        while (!isAtEnd() && Character.isDigit(sql.charAt(at))) {
            at++;
        }
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
            }
            if (skipComment() || skipEndOfRun()) {
                continue;
            }
            if (words != null && isSign(each)) {
                words.add(String.valueOf(each));
            }
            if (each == '\'') {
                skipQuoted(each, isE || reading.escapes());
            } else if (each == '"') {
                skipQuoted(each, dialect.has(Trait.BACKSLASHES));
            } else if (each == '`' && dialect != SqlDialect.POSTGRESQL) {
                int from = at + 1;
                skipQuoted(each, false);
                if (words != null && dialect.has(Trait.BACKTICKS)) {
                    words.add(sql.substring(from, Math.max(from, at - 1)).toUpperCase(Locale.ROOT));
                }
            } else if (each == '$' && dialect.has(Trait.DOLLAR_QUOTES)) {
                skipDollars();
            } else {
                at++;
            }
        }
    }

    private boolean isSign(char each) {
        return "=()".indexOf(each) >= 0 || (dialect.has(Trait.RUNS_ON) && !Character.isWhitespace(each));
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
            String run = dialect.has(Trait.COMMENTS_THAT_RUN) ? beginningOfRun() : null;
            if (run != null) {
                if (reading.skipped().contains(run)) {
                    skipNested(reading.depthMax());
                } else {
                    at += run.length();
                    isInRun = true;
                }
            } else if (dialect.has(Trait.NESTED_COMMENTS)) {
                skipNested(Integer.MAX_VALUE);
            } else {
                skipPast("*/", at + 2);
            }
        } else if (isLineComment()) {
            skipLine();
        }
        return at > from;
    }

    /** The beginning of a comment that is run, if it is here; otherwise null. */
    private @Nullable String beginningOfRun() {
        Matcher run = Reading.RUN.matcher(sql).region(at, sql.length());
        return run.lookingAt() ? run.group() : null;
    }

    private void skipNested(int depthMax) {
        int depth = 0;
        do {
            if (depth < depthMax && sql.startsWith("/*", at)) {
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
                && (!dialect.has(Trait.BLANK_AFTER_DASHES) || end >= sql.length() || isBlankOfAscii(sql.charAt(end)));
    }

    private static boolean isBlankOfAscii(char each) {
        return each <= ' ' || each == 0x7F;
    }

    private void skipLine() {
        int end = dialect.has(Trait.LINES_END_AT_CR) ? sql.indexOf('\r', at) : -1;
        if (end >= 0) {
            at = end + 1;
            return;
        }
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
