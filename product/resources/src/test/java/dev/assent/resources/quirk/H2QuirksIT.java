package dev.assent.resources.quirk;

import dev.assent.harness.Fast;
import java.nio.file.Path;
import java.util.List;

@Fast
class H2QuirksIT extends EmbeddedQuirksContract {
    @Override
    DatabaseQuirks row() {
        return DatabaseQuirks.ALL.get(4);
    }

    @Override
    String dataSourceClass() {
        return "org.h2.jdbcx.JdbcDataSource";
    }

    @Override
    String memoryUrl() {
        return "jdbc:h2:mem:quirks;DB_CLOSE_DELAY=-1";
    }

    @Override
    String fileUrl(Path file) {
        return "jdbc:h2:" + file;
    }

    @Override
    String user() {
        return "sa";
    }

    @Override
    String killStatement(Session session) throws Exception {
        return "call abort_session(" + session.query("select session_id()") + ")";
    }

    @Override
    List<String> statements() {
        return List.of(
                "select 1",
                "set autocommit true",
                "set time zone 'UTC'",
                "set lock_timeout 100",
                "set query_timeout 100",
                "set @x = 1",
                "set max_memory_rows 100",
                "set mode mysql",
                "set schema_search_path public",
                "set non_keywords value",
                "set variable_binary true",
                "set lazy_query_execution true",
                "set db_close_delay 1",
                "set transaction isolation level serializable",
                "set session characteristics as transaction isolation level serializable",
                "alter table %s add column j int",
                "create index on %s (id)",
                "create sequence %sq",
                "create local temporary table %st (i int)",
                "create temporary table %st (i int)",
                "create local temporary table if not exists %st (i int) transactional",
                "create cached local temporary table %st (i int primary key, j decimal(5)) not persistent transactional",
                "create global temporary table public.%st (i int) on commit delete rows transactional as select 1",
                "create local temporary table \"%st\" (i int) not logged transactional",
                "create local temporary table %st (i int, transactional boolean)",
                "create local temporary table %st (i int) as select 1 as transactional",
                "create local temporary table %st (i int) as select (1) transactional",
                "create table %st as select * from %s temporary, table(x int = 1) transactional",
                "declare local temporary table %st (i int)",
                "drop table %s",
                "truncate table %s",
                "comment on table %s is 'x'",
                "grant select on %s to public",
                "create role %sr",
                "checkpoint",
                "analyze",
                "script",
                "execute immediate 'commit'",
                "prepare %sp as select 1",
                "begin",
                "savepoint a",
                "call 1",
                "values 1",
                "explain select 1",
                "merge into %s key (id) values (3)",
                "show tables",
                "commit",
                "rollback",
                "\u0001commit",
                "\u00A0commit",
                "{commit }",
                "{fn commit }",
                "{oj {fn commit } }",
                "insert into %s values (1);\u00A0commit",
                "insert into %s values (1); commit",
                "/* x /* y */ z */ commit",
                "// a\n commit",
                "-- a\n commit",
                "select $$; commit$$",
                "insert into %s values (1); rollback to savepoint none");
    }
}
