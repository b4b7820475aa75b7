package dev.assent.resources.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts end a transaction. */
@Fast
class EndingWordsTest {
    private static final EndingWords WORDS = EndingWords.STANDARD.and("ABORT", "END", "PREPARE TRANSACTION");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "commit | COMMIT",
                "  Commit Work; | COMMIT",
                "rollback | ROLLBACK",
                "rollback and chain | ROLLBACK",
                "rollback work | ROLLBACK",
                "rollback prepared 'x' | ROLLBACK",
                "abort | ABORT",
                "end | END",
                "prepare transaction 'x' | PREPARE TRANSACTION",
                "/* why */ commit | COMMIT",
                "/*!40101 commit */ | COMMIT",
                "select 1; commit | COMMIT",
                "select 1;; /* ; */ commit | COMMIT",
                "select ';', \"a;\", `b;` ; commit | COMMIT",
                "select 'it''s; ' ; rollback | ROLLBACK",
                "do $$ begin x; end $$; commit | COMMIT",
                "select $a$ ; $b$ ; $a$; commit | COMMIT",
                "select $1; commit | COMMIT",
                "select a$b$c; commit | COMMIT",
                "select '\\'; commit | COMMIT",
            })
    void in_aStatementEnds_saysWhich(String sql, String words) {
        assertThat(WORDS.in(sql)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-- so\n commit", "# so\n commit", "select 1 -- it's\n; commit"})
    void in_aCommentEndsWithItsLine_theStatementIsSeen(String sql) {
        assertThat(WORDS.in(sql)).isEqualTo("COMMIT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "select 1",
                "insert into commit values (1)",
                "rollback to savepoint a",
                "rollback work to a",
                "ROLLBACK TRANSACTION TO SAVEPOINT a",
                "savepoint commit",
                "release savepoint a",
                "commits",
                "\"commit\"",
                "(select 1)",
                "prepare a as select 1",
                "select 'a; commit'",
                "select \"a; commit\"",
                "select 1 -- ; commit",
                "select 1 /* ; commit */",
                "do $$ begin commit; end $$",
                "do $a$ begin $$; commit; $$ end $a$",
                "create function f() returns int begin atomic select 1; end",
                "{call commit()}",
                "select 'open; commit",
            })
    void in_noStatementEnds_saysNone(String sql) {
        assertThat(WORDS.in(sql)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"select 'it\\'s; ' , '; commit'", "select \"\\\"; commit\""})
    void in_backslashesEscape_literalGoesOn(String sql) {
        assertThat(WORDS.withBackslashes().in(sql)).isNull();
        assertThat(WORDS.in(sql)).isNotNull();
    }
}
