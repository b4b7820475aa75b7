package dev.assent.resources.quirk;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import java.util.List;

class DerbyQuirksIT extends ServerQuirksContract {
    @Override
    DatabaseQuirks row() {
        return DatabaseQuirks.ALL.get(3);
    }

    @Override
    Database database() {
        return Database.DERBY;
    }

    @Override
    void prepareServer(DatabaseServer started) {
        started.execute("call syscs_util.syscs_set_database_property('derby.locks.deadlockTimeout', '1')");
    }

    /** A session can't be ended alone. */
    @Override
    void endAtServer(List<Session> sessions) throws Exception {
        server().kill();
        server().restart();
    }

    @Override
    String idQuery() {
        throw new UnsupportedOperationException();
    }

    @Override
    String killStatement(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    String countQuery(String id) {
        throw new UnsupportedOperationException();
    }
}
