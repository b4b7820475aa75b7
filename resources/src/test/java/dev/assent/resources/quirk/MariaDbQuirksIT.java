package dev.assent.resources.quirk;

import dev.assent.backends.Database;
import dev.assent.harness.Fast;

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
}
