package dev.assent.resources.sql;

import dev.assent.resources.sql.SqlDialect.Trait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The statements that end their transaction, at one database: those of the standard, and those of its row. The effect
 * of a routine is not seen, neither when a text calls it nor when it creates it. The rest of a text that creates one is
 * not read, since it may belong to the routine's body.
 *
 * <p>Immutable and safe to share.
 */
public final class EndingWords {
    /** COMMIT and ROLLBACK (ISO/IEC 9075-2, section 17), but not a ROLLBACK to a savepoint. */
    public static final EndingWords STANDARD = new EndingWords(
            SqlDialect.STANDARD,
            phrases("COMMIT", "ROLLBACK"),
            phrases("ROLLBACK TO", "ROLLBACK WORK TO", "ROLLBACK TRANSACTION TO"));

    /** Stands for a text that can be read in too many ways. */
    private static final String TOO_MANY = "SQL with more than " + Reading.COMMENTS_MAX + " different /*! comments";

    private static final String CREATE = "CREATE";
    private static final List<String> ATOMIC = List.of("BEGIN", "ATOMIC");
    private static final Set<String> ROUTINES = Set.of("FUNCTION", "PROCEDURE", "TRIGGER", "EVENT", "PACKAGE");
    private static final Set<String> NO_ROUTINES =
            Set.of("TABLE", "VIEW", "INDEX", "SEQUENCE", "TYPE", "SCHEMA", "DATABASE", "USER", "ROLE");

    private static final String SET = "SET";
    private static final String UPDATE = "UPDATE";

    /**
     * Words that begin a statement, also where it {@linkplain Trait#RUNS_ON runs on} from another one. Most of them may
     * also be names.
     */
    private static final Set<String> BEGINNINGS =
            Set.of("COMMIT", "ROLLBACK", CREATE, "ALTER", "DROP", "GRANT", "REVOKE", "TRUNCATE", SET);

    /** The same, but they are more likely names: aliases in a query, or of a table. */
    private static final Set<String> BEGINNINGS_OR_NAMES =
            Set.of("BACKUP", "CHECKPOINT", "COMMENT", "DISCONNECT", "PERFORM", "SCRIPT", "SHUTDOWN");

    private static final Set<String> BEFORE_TABLES = Set.of("FROM", "INTO", UPDATE);

    /** No statement ends with one of these, so what follows begins none: it is a name. The words are never names. */
    private static final Set<String> UNFINISHED =
            words(", . ( = < > | + - SELECT DISTINCT SET WHERE HAVING AND OR NOT BY AS ON CASE WHEN THEN ELSE BETWEEN");

    private final SqlDialect dialect;
    private final List<Phrase> ending;
    private final List<Phrase> spared;

    /** The first words of statements that need a closer look. */
    private final Set<String> suspects = new HashSet<>(Set.of(CREATE));

    private EndingWords(SqlDialect dialect, List<Phrase> ending, List<Phrase> spared) {
        this.dialect = dialect;
        this.ending = ending;
        this.spared = spared;
        ending.forEach(each -> suspects.add(each.first()));
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    private static List<Phrase> phrases(String... texts) {
        return Stream.of(texts).map(Phrase::of).toList();
    }

    /** The same, for another dialect. */
    public EndingWords readAs(SqlDialect other) {
        return new EndingWords(other, ending, spared);
    }

    /**
     * These, and statements with these first words.
     *
     * @param more words in upper case with blanks between them; {@code *} stands for any number of words, {@code ~} for
     *     any number of words before a parenthesis and before AS, {@code ()} for a list in parentheses, {@code @} for a
     *     variable
     */
    public EndingWords and(String... more) {
        return new EndingWords(dialect, joined(ending, more), spared);
    }

    /** These, without statements with these first words; written as in {@link #and}. */
    public EndingWords butNot(String... harmless) {
        return new EndingWords(dialect, ending, joined(spared, harmless));
    }

    private static List<Phrase> joined(List<Phrase> some, String... more) {
        List<Phrase> all = new ArrayList<>(some);
        all.addAll(phrases(more));
        return List.copyOf(all);
    }

    /**
     * Looks for a statement that ends the transaction, in each way to read the text.
     *
     * @return its first words; null when there is none
     */
    public @Nullable String in(String sql) {
        List<Reading> readings = Reading.of(sql, dialect);
        if (readings.isEmpty()) {
            return TOO_MANY;
        }
        for (Reading each : readings) {
            String found = in(new SqlScanner(sql, dialect, each));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable String in(SqlScanner scanner) {
        while (!scanner.isAtEnd()) {
            String first = scanner.word();
            if (suspects.contains(first) || dialect.has(Trait.RUNS_ON)) {
                List<String> statement = new ArrayList<>(List.of(first));
                statement.addAll(scanner.words());
                Phrase found = ending(statement);
                if (found != null) {
                    return found.toString();
                }
                if (hasBody(statement)) {
                    return null;
                }
            } else if (scanner.isMoreLikely()) {
                scanner.skipStatement();
            } else {
                return null;
            }
        }
        return null;
    }

    private @Nullable Phrase ending(List<String> statement) {
        Phrase found = endingAtBeginning(statement);
        if (dialect.has(Trait.RUNS_ON)) {
            for (int at = 1; found == null && at < statement.size(); at++) {
                if (isBeginning(statement, at)) {
                    found = endingAtBeginning(statement.subList(at, statement.size()));
                }
            }
        }
        return found;
    }

    private static boolean isBeginning(List<String> statement, int at) {
        String word = statement.get(at);
        boolean isWord = BEGINNINGS.contains(word) || (BEGINNINGS_OR_NAMES.contains(word) && !isAlias(statement, at));
        return isWord
                && !UNFINISHED.contains(statement.get(at - 1))
                && !(word.equals(SET) && isSetOfColumn(statement, at));
    }

    private static boolean isAlias(List<String> statement, int at) {
        return statement.subList(0, at).contains("SELECT") || (at > 1 && BEFORE_TABLES.contains(statement.get(at - 2)));
    }

    /** Whether a SET belongs to an UPDATE, to a MERGE, or to a variable. */
    private static boolean isSetOfColumn(List<String> statement, int at) {
        boolean isOfUpdate = statement.get(0).equals(UPDATE) && statement.indexOf(SET) == at;
        boolean isOfMerge = at > 1
                && statement.get(at - 1).equals(UPDATE)
                && statement.get(at - 2).equals("THEN");
        boolean isAssignment =
                at + 2 < statement.size() && statement.get(at + 2).equals("=");
        return isOfUpdate || isOfMerge || isAssignment;
    }

    private @Nullable Phrase endingAtBeginning(List<String> statement) {
        Phrase found = first(ending, statement);
        return found == null || first(spared, statement) != null ? null : found;
    }

    /** Whether a text has no statement, so that a driver may send nothing. */
    public boolean isNoneIn(String sql) {
        return Reading.of(sql, dialect).stream().anyMatch(each -> new SqlScanner(sql, dialect, each).isEmpty());
    }

    private static @Nullable Phrase first(List<Phrase> phrases, List<String> statement) {
        for (Phrase each : phrases) {
            if (each.begins(statement)) {
                return each;
            }
        }
        return null;
    }

    /** Whether it creates a routine whose body may go on after the next semicolon. */
    private boolean hasBody(List<String> statement) {
        return isRoutine(statement)
                && (!dialect.has(Trait.BODIES_IN_LITERALS) || Collections.indexOfSubList(statement, ATOMIC) >= 0);
    }

    private static boolean isRoutine(List<String> statement) {
        return statement.get(0).equals(CREATE)
                && statement.stream()
                        .filter(each -> ROUTINES.contains(each) || NO_ROUTINES.contains(each))
                        .findFirst()
                        .filter(ROUTINES::contains)
                        .isPresent();
    }
}
