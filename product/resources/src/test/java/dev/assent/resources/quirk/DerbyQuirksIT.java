package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.harness.Fast;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAException;
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

    @Override
    boolean isWaitingForALock() {
        return !server().query("select type from syscs_diag.lock_table where state = 'WAIT'")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTimeoutOfDerbysRollsBackWhatIsPreparedToo(boolean byProperty) throws Exception {
        assertThat(row().notes()).first().asString().contains(XA_TIMEOUT);
        server().execute("create table timed_" + byProperty + " (id int primary key, amount int)");
        boolean isPrepared = false;
        for (int seconds = 1; !isPrepared; seconds *= 2) {
            isPrepared = isRolledBackWhenPrepared("timed_" + byProperty, byProperty, seconds);
        }
    }

    /** False when the time was over before it was prepared, as it may be on a slow machine. */
    private boolean isRolledBackWhenPrepared(String table, boolean byProperty, int seconds) throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session owner = open()) {
            if (byProperty) {
                owner.execute("call syscs_util.syscs_set_database_property('" + XA_TIMEOUT + "', '" + seconds + "')");
            } else {
                owner.resource().setTransactionTimeout(seconds);
            }
            try {
                owner.prepare(xid, table, 1);
            } catch (XAException | SQLException tooLate) {
                assertThat(seconds)
                        .as("seconds that are enough, but for %s", tooLate)
                        .isLessThan(600);
                return false;
            }
            await().until(() -> !owner.lists(xid));
            assertThat(Session.answerOf(() -> owner.resource().commit(xid, false)))
                    .isNotEqualTo(Situation.Words.OK);
            assertThat(owner.query("select count(*) from " + table)).isEqualTo("0");
            return true;
        } finally {
            server().execute("call syscs_util.syscs_set_database_property('" + XA_TIMEOUT + "', null)");
        }
    }

    @Override
    List<String> statements() {
        return List.of(
                "values 1",
                "commit",
                "rollback",
                "set isolation serializable",
                "set isolation = rs",
                "set current isolation to ur",
                "create table %st (i int)",
                "create index %si on %s (id)",
                "alter table %s add column j int",
                "rename table %s to %sy",
                "truncate table %s",
                "drop table %s",
                "lock table %s in share mode",
                "declare global temporary table %st (i int) not logged",
                "call syscs_util.syscs_checkpoint_database()");
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
