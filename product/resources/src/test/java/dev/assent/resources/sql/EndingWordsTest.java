package dev.assent.resources.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts end a transaction. */
@Fast
class EndingWordsTest {
    private static final EndingWords WORDS = EndingWords.STANDARD.and("ABORT", "END", "PREPARE TRANSACTION");
    private static final EndingWords POSTGRESQL = WORDS.readAs(SqlDialect.POSTGRESQL);
    private static final EndingWords MYSQL = WORDS.readAs(SqlDialect.MYSQL);
    private static final EndingWords HSQLDB = WORDS.readAs(SqlDialect.HSQLDB)
            .and("CREATE", "ALTER", "SET AUTOCOMMIT", "COMMENT", "SCRIPT", "BACKUP")
            .butNot("CREATE SESSION");

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
                "select 1; commit | COMMIT",
                "select 1;; /* ; */ commit | COMMIT",
                "select ';', \"a;\", `b;` ; commit | COMMIT",
                "select 'it''s; ' ; rollback | ROLLBACK",
                "select '\\'; commit | COMMIT",
                "create table a (b int); commit | COMMIT",
                "create unique index a on b (event); commit | COMMIT",
            })
    void in_aStatementEnds_saysWhich(String sql, String words) {
        assertThat(WORDS.in(sql)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "do $$ begin x; end $$; commit",
                "select $a$ ; $b$ ; $a$; commit",
                "select $1; commit",
                "select a$b$c; commit",
                "/* x /* y */ z */ commit",
                "-- so\rcommit",
                "create trigger t before insert on a execute function f(); commit",
                "create procedure p() language sql as $$ commit $$; commit",
                "select E'it\\'s', 'a\\'; commit",
                "select 1 # 2; commit",
                "select '\\''; commit; select '\\''",
                "select '\\'; commit",
                "/*! commit */ commit",
            })
    void in_asPostgreSqlReads_isSeen(String sql) {
        assertThat(POSTGRESQL.in(sql)).isEqualTo("COMMIT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "do $$ begin commit; end $$",
                "do $a$ begin $$; commit; $$ end $a$",
                "select E'it\\'s; commit'",
                "select 1 /* /* */ ; commit */",
                "create or replace function f() returns int begin atomic select 1; end",
            })
    void in_asPostgreSqlReads_isNot(String sql) {
        assertThat(POSTGRESQL.in(sql)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/*!40101 commit */",
                "/*!40101 */ commit",
                "/*M!100101 commit */",
                "select 1 # it's\n; commit",
                "select 1 --1\n; commit",
                "select `a;` ; commit",
                "select 1 --\u0001 it's\n; commit",
                "/*! select 1 */* 2; commit",
                "/*!80000 x */ commit",
                "/*M! x */ commit",
                "/*M! x /* */ commit",
                "/*M!999999 x /* */ ' */ commit",
                "/*!80000 x */ /*!40101 commit */",
                "/*!40101 x */ /*!80000 commit */",
                "/*!80000 it's */; commit",
                "/*!80000 /* x */ ' */; commit",
                "/*!80000 /* x */ ; commit */",
                "/*!80000 'x */; commit '*/",
                "select 2*/* don't */3; commit",
            })
    void in_asMySqlReads_isSeen(String sql) {
        assertThat(MYSQL.in(sql)).isEqualTo("COMMIT");
    }

    @Test
    void in_asMySqlReads_tooManyCommentsThatMayRun_isRefused() {
        assertThat(MYSQL.in("select " + comments(6) + " 1")).isNull();
        assertThat(MYSQL.in("select " + comments(7) + " 1")).startsWith("SQL with more than 6");
        assertThat(MYSQL.in("select " + "/*!40101 all */ ".repeat(100) + " 1")).isNull();
    }

    private static String comments(int count) {
        return IntStream.range(0, count)
                .mapToObj(each -> "/*!4010" + each + " all */ ")
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 'it\\'s; ' , '; commit'",
                "select \"\\\"; commit\"",
                "select 1 # ; commit",
                "select /*!80000 straight_join */ /*!40001 sql_no_cache */ 1 from t",
                "-- so\rcommit",
                "create definer = `a`@`b` procedure p() begin insert into t values (1); commit; end",
            })
    void in_asMySqlReads_isNot(String sql) {
        assertThat(MYSQL.in(sql)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into t values (1) commit",
                "update t set a = 1commit",
                "update t set a = 1.5e3commit",
                "select 1 from t {oj commit}",
                "-- it's\n'\rcommit",
                "insert into t values (1) commit call 'a' = 'b'",
                "update t set a = 2 commit values 'a' = 'b'",
                "update t set a = 1.commit",
                "update t set a = 1.e3commit",
                "update t set a = 'x' commit",
                "update t set a = 'it''s'commit",
                "update t set a = ? commit",
                "update t set a = \"b\" commit",
                "select 1 as \"x\" from t as \"y\" commit",
                "select 1 from t order by 1 commit",
                "update b set commit = 'y' commit",
                "savepoint a commit",
            })
    void in_asHsqldbReads_isSeen(String sql) {
        assertThat(HSQLDB.in(sql)).isEqualTo("COMMIT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "insert into t values (1) checkpoint | CHECKPOINT",
                "update t set a = 1 where a = 5 checkpoint | CHECKPOINT",
                "update t set a = 1 set autocommit true | SET AUTOCOMMIT",
                "select 1 from t for update set autocommit true | SET AUTOCOMMIT",
                "select 1 from t update set autocommit true | SET AUTOCOMMIT",
                "when matched then update set a = 2 set autocommit true | SET AUTOCOMMIT",
            })
    void in_asHsqldbReads_anotherStatementIsSeen(String sql, String words) {
        assertThat(HSQLDB.and("CHECKPOINT").in(sql)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "declare local temporary table a (b int) on commit preserve rows",
                "insert into t values (1) rollback to savepoint a",
                "insert into t values (1) create session a",
                "update t set autocommit = 1",
                "update t set a = 1commits",
                "select '1 commit' from \"commit\"",
                "select id, commit from b",
                "select commit, count(commit) from b where b.commit is null and not commit = 'x'",
                "select case when commit = 'x' then commit else commit end as commit from b",
                "select id from b where id > commit or id between commit and commit order by commit",
                "select id || commit from b",
                "insert into b (id, commit) values (1, 'x')",
                "insert into b (commit, alter, rollback) values (1, 2, 3)",
                "update b set commit = 'y'",
                "update b set commit='y', rollback='y', alter=2 where commit='x'",
                "update b set (id, commit) = (1, 'x')",
                "update autocommit set autocommit.v = 1",
                "update autocommit set autocommit[1] = 3",
                "merge into b using c on b.id = c.id when matched then update set autocommit.v = 1",
                "select comment, p.script from posts p order by backup",
                "select body comment from (select 1) script join posts backup on 1 = 1",
                "delete from posts comment where comment.id = 1",
                "update posts comment set comment.id = 1",
            })
    void in_asHsqldbReads_isNot(String sql) {
        assertThat(HSQLDB.in(sql)).isNull();
    }

    @Test
    void in_anyCharacterThatIsOfNoWordAndNoQuoteIsBeforeIt_isSeen() {
        for (char each = 0; each < Character.MAX_VALUE; each++) {
            boolean isOfWord = Character.isLetterOrDigit(each) || "_@".indexOf(each) >= 0;
            boolean isQuote = "'\"`$".indexOf(each) >= 0;
            if (!isOfWord && !isQuote) {
                String code = "U+%04X".formatted((int) each);
                assertThat(WORDS.in(each + "commit")).as(code).isEqualTo("COMMIT");
                assertThat(WORDS.in("select 1;" + each + "commit")).as(code).isEqualTo("COMMIT");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{commit}", "{ commit }", "{fn commit}", "{oj {fn commit}}", "{escape commit}", "(commit)"})
    void in_inBracesThatADriverRemoves_isSeen(String sql) {
        assertThat(WORDS.in(sql)).isEqualTo("COMMIT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "create local temporary table a (b int) kept | false",
                "create temporary table s.a (b decimal(5), c int) kept as select 1 | false",
                "create temporary table \"a\" (b int default (1)) kept | false",
                "create temporary table a (b int, kept int) | true",
                "create temporary table a (b int) as select (1) kept | true",
                "create temporary table a as select (1) kept | true",
                "create table a as select * from temporary table (1) kept | true",
                "create temporary table a kept | true",
                "create temporary table a (b int | true",
            })
    void in_sparedByAWordAfterAList_isNotSeen(String sql, boolean isSeen) {
        EndingWords phrases = EndingWords.STANDARD.and("CREATE").butNot("CREATE ~ TEMPORARY TABLE ~ () KEPT");
        assertThat(phrases.in(sql) != null).isEqualTo(isSeen);
    }

    @ParameterizedTest
    @CsvSource({
        "set autocommit = 1, true",
        "set @@session.autocommit = 1, true",
        "'set @x = 1, autocommit = 1', true",
        "set @x = 1, true",
        "'set `autocommit` = 1', true",
        "set @@global.`autocommit`=1, true",
        "set old_autocommit = @@autocommit, false",
        "set x = autocommit, false",
        "set autocommits = 1, false",
        "lock tables a read, true",
        "lock table a, false"
    })
    void in_phrases_areWordsInTheirOrder(String sql, boolean isSeen) {
        EndingWords phrases =
                EndingWords.STANDARD.readAs(SqlDialect.MYSQL).and("SET * AUTOCOMMIT =", "SET @", "LOCK TABLES");
        assertThat(phrases.in(sql) != null).isEqualTo(isSeen);
    }

    @ParameterizedTest
    @CsvSource({
        "'', true",
        "' ;; /* commit */ -- x', true",
        "';commit', false",
        "{call p()}, false",
        "(select 1), false",
        "select, false"
    })
    void isNoneIn_onlyATextWithoutAStatement(String sql, boolean isNone) {
        assertThat(POSTGRESQL.isNoneIn(sql)).isEqualTo(isNone);
    }

    @ParameterizedTest
    @ValueSource(strings = {"create a table b", "create temporary table a (b int) transactional"})
    void in_spared_isNotSeen(String sql) {
        EndingWords phrases = EndingWords.STANDARD.and("CREATE").butNot("CREATE A", "CREATE TEMPORARY * TRANSACTIONAL");
        assertThat(phrases.in(sql)).isNull();
        assertThat(phrases.in("create temporary table a (b int)")).isEqualTo("CREATE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-- so\n commit", "select 1 -- it's\n; commit", "-- so\r commit"})
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
                "create function f() returns int begin atomic select 1; end",
                "{call commit()}",
                "select 'open; commit",
            })
    void in_noStatementEnds_saysNone(String sql) {
        assertThat(WORDS.in(sql)).isNull();
    }
}
