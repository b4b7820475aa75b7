package dev.assent.resources.quirk;

import dev.assent.harness.Fast;
import java.nio.file.Path;
import java.util.List;

@Fast
class HyperSqlQuirksIT extends EmbeddedQuirksContract {
    @Override
    DatabaseQuirks row() {
        return DatabaseQuirks.ALL.get(5);
    }

    @Override
    String dataSourceClass() {
        return "org.hsqldb.jdbc.pool.JDBCXADataSource";
    }

    @Override
    String memoryUrl() {
        return "jdbc:hsqldb:mem:quirks;hsqldb.tx=mvcc";
    }

    @Override
    String fileUrl(Path file) {
        return "jdbc:hsqldb:file:" + file + ";hsqldb.write_delay=false;hsqldb.lock_file=false";
    }

    @Override
    String user() {
        return "SA";
    }

    @Override
    String killStatement(Session session) throws Exception {
        return "alter session " + session.query("call session_id()") + " close";
    }

    @Override
    List<String> statements() {
        return List.of(
                "values 1",
                "call 1",
                "set autocommit true",
                "set time zone 'UTC'",
                "set session characteristics as transaction isolation level serializable",
                "set ignorecase true",
                "set database sql names false",
                "set files log true",
                "set property \"sql.enforce_size\" false",
                "set table %s read only",
                "create sequence %sq",
                "alter table %s add column j int",
                "create index %si on %s (id)",
                "create temporary table %st (i int)",
                "declare local temporary table %st (i int)",
                "drop table %s",
                "truncate table %s",
                "truncate table %s and commit",
                "truncate schema public and commit",
                "comment on table %s is 'x'",
                "grant select on %s to public",
                "create role %sr",
                "checkpoint",
                "script",
                "perform check all table index",
                "savepoint a",
                "lock table %s write",
                "explain plan for values 1",
                "alter session reset all",
                "commit",
                "rollback",
                "\u0085commit",
                "\u00A0commit",
                "{fn commit }",
                "{oj commit }",
                "{escape commit }",
                "insert into %s values (1); commit",
                "insert into %s values (1);\u00A0commit",
                "insert into %s values (1) commit",
                "update %s set id = 1commit",
                "update %s set id = 1e0rollback",
                "insert into %s values (1) commit call 'a' = 'b'",
                "insert into %s values (1) create sequence %sq",
                "insert into %s values (1) checkpoint",
                "insert into %s values (1) script",
                "insert into %s values (1) comment on table %s is 'x'",
                "values 1 perform check all table index",
                "values 1.commit",
                "values 'x' commit",
                "select id as \"x\" from %s as \"y\" commit",
                "select id from %s for update set files log true",
                "select id from %s update set files log true",
                "update %s set id = 1 set files log true",
                "update %s files set files.id = 1",
                "select id as commit from %s order by commit",
                "select id, script.id backup from %s script where script.id > 1",
                "values 1 set autocommit true",
                "declare local temporary table %st (i int) on commit preserve rows",
                "values 1 -- it's\n values 2 '\r commit",
                "-- a\n commit");
    }
}
