package dev.assent.resources.quirk;

import dev.assent.backends.Database;
import dev.assent.harness.Fast;
import java.util.List;

@Fast
class MariaDbQuirksIT extends ServerQuirksContract {
    @Override
    DatabaseQuirks row() {
        return DatabaseQuirks.ALL.get(1);
    }

    @Override
    Database database() {
        return Database.MARIADB;
    }

    /** It is there again about seven times of ten. */
    @Override
    int killsAfterRollback() {
        return 20;
    }

    @Override
    String idQuery() {
        return "select connection_id()";
    }

    @Override
    String killStatement(String id) {
        return "kill " + id;
    }

    @Override
    String countQuery(String id) {
        return "select count(*) from information_schema.processlist where id = " + id;
    }

    /** Not CACHE INDEX nor LOAD INDEX, which end one by the manual: here they do nothing but say that InnoDB has none. */
    @Override
    List<String> statements() {
        return List.of(
                "select 1",
                "set autocommit = 1",
                "set @@autocommit = 1",
                "set @x = 1, autocommit = 1",
                "set @x = 1",
                "set session sql_mode = ''",
                "set names utf8mb4",
                "alter table %s add column j int",
                "create table %st (i int)",
                "create or replace table %s (i int)",
                "create temporary table %st (i int)",
                "create or replace temporary table %st (i int)",
                "create index %si on %s (id)",
                "drop table %s",
                "drop temporary table if exists %s",
                "truncate table %s",
                "rename table %s to %sy",
                "analyze table %s",
                "analyze select 1",
                "check table %s",
                "optimize table %s",
                "repair table %s",
                "flush tables",
                "lock tables %s read",
                "unlock tables",
                "reset query cache",
                "start transaction",
                "begin",
                "begin not atomic commit; end",
                "if 1=1 then commit; end if",
                "case when 1=1 then commit; end case",
                "while @x is null do commit; set @x = 1; end while",
                "repeat commit; until 1=1 end repeat",
                "for i in 1..1 do commit; end for",
                "set @old_autocommit = @@autocommit",
                "set @autocommit = 1",
                "set `autocommit` = 1",
                "set statement max_statement_time=1 for truncate %s",
                "set default role none",
                "backup stage start",
                "execute immediate 'commit'",
                "create user %s@localhost",
                "grant select on *.* to public",
                "savepoint a",
                "do 1",
                "show tables",
                "explain select 1",
                "handler %s open",
                "commit",
                "rollback",
                "/*!40101 commit */",
                "/*M! commit */",
                "/*!40101 */ commit",
                "/*!80000 x */ commit",
                "/*!80000 x */ /*!40101 commit */",
                "/*!80000 /* x */ ' */ commit",
                "/*!999999 x */ commit",
                "# a\n commit",
                "select 1 --1\n",
                "--\u0001 it's\n commit",
                "\u00A0commit",
                "{commit}",
                "{fn commit}",
                "{oj commit}",
                "xa start 'x'");
    }
}
