package dev.assent.resources.quirk;

import dev.assent.backends.Database;
import dev.assent.harness.Fast;

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
}
