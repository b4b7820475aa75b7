package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class DerbyQuirksIT extends ServerQuirksContract {
    private static final String XA_TIMEOUT = "derby.jdbc.xaTransactionTimeout";

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

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTimeoutOfDerbysRollsBackWhatIsPreparedToo(boolean byProperty) throws Exception {
        assertThat(row().notes()).first().asString().contains(XA_TIMEOUT);
        TestXid xid = TestXid.fresh();
        try (Session owner = open()) {
            owner.execute("create table timed_" + byProperty + " (id int primary key, amount int)");
            if (byProperty) {
                owner.execute("call syscs_util.syscs_set_database_property('" + XA_TIMEOUT + "', '1')");
            } else {
                owner.resource().setTransactionTimeout(1);
            }
            owner.prepare(xid, "timed_" + byProperty, 1);
            await().until(() -> !owner.lists(xid));
            assertThat(Session.answerOf(() -> owner.resource().commit(xid, false)))
                    .isNotEqualTo(Situation.Words.OK);
            assertThat(owner.query("select count(*) from timed_" + byProperty)).isEqualTo("0");
        } finally {
            server().execute("call syscs_util.syscs_set_database_property('" + XA_TIMEOUT + "', null)");
        }
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
