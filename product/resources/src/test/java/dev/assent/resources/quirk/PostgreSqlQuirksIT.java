package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.backends.Database;
import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class PostgreSqlQuirksIT extends ServerQuirksContract {
    @Override
    DatabaseQuirks row() {
        return DatabaseQuirks.ALL.get(0);
    }

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }

    @Override
    String idQuery() {
        return "select pg_backend_pid()";
    }

    @Override
    String killStatement(String id) {
        return "select pg_terminate_backend(" + id + ")";
    }

    @Override
    String countQuery(String id) {
        return "select count(*) from pg_stat_activity where pid = " + id;
    }

    @Override
    List<String> refusingAtTheEnd(String tableName, String state) {
        return List.of(
                "create function " + tableName + "f() returns trigger language plpgsql as $$ begin raise exception"
                        + " 'refused' using errcode = '" + state + "'; end $$",
                "create constraint trigger t after insert on " + tableName + " deferrable initially deferred"
                        + " for each row execute function " + tableName + "f()");
    }

    /** Else each commit and each prepare would cost one more round trip. */
    @Test
    void theDriverCountsTheErrorsAfterWhichItSendsAgain() throws Exception {
        try (Session session = open()) {
            DriverTransactionState state = new DriverTransactionState(session.connection());
            assertThat(SentAgain.of(state.connection()).isCounted()).isTrue();
        }
    }

    @Override
    List<String> statements() {
        return List.of(
                "select 1",
                "abort",
                "end",
                "end transaction",
                "begin",
                "start transaction",
                "commit",
                "rollback",
                "rollback and chain",
                "set local statement_timeout = 0",
                "set session characteristics as transaction isolation level serializable",
                "create table %st (i int)",
                "create temp table %st (i int); commit",
                "create index on %s (id)",
                "drop table %s",
                "truncate %s",
                "comment on table %s is 'x'",
                "analyze %s",
                "lock table %s",
                "savepoint a",
                "do $$ begin null; end $$",
                "do $$ begin null; end $$; commit",
                "prepare %sp as select 1",
                "deallocate all",
                "discard plans",
                "explain select 1",
                "listen a",
                "select E'it\\'s; commit'",
                "/* x /* y */ z */ commit",
                "-- a\n commit",
                "\u00A0commit",
                "{commit}",
                "{fn commit}",
                "{oj commit}",
                "select 'a\\'; commit");
    }
}
