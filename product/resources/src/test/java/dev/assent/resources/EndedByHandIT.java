package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.OperatorRequest;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Somebody ends a prepared branch by hand, against the decision: the caller hears of it, and it is kept (law 12). */
@Fast
class EndedByHandIT {
    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    private void byHand(String verb) {
        servers.orders().prepared().forEach(gid -> servers.orders().execute(verb + " prepared '" + gid + "'"));
    }

    private void loseConnections() {
        servers.payments()
                .execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
                        + " and backend_type = 'client backend'");
    }

    private void commits(FaultPoint at, int participant, Runnable byHand) throws Exception {
        AssentConfig config = AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                .with(Setting.DISPATCH, "inline");
        try (Assent assent = Internals.tracer(Assent.builder().config(config), (reached, id, of) -> {
                            if (reached == at && of == participant) {
                                byHand.run();
                            }
                        })
                        .open();
                JdbcPool orders = JdbcPool.open(
                        assent, JdbcPoolConfig.of("orders", servers.orders().xaDataSource()));
                JdbcPool payments = JdbcPool.open(
                        assent, JdbcPoolConfig.of("payments", servers.payments().xaDataSource()))) {
            assent.transactionManager().begin();
            insert(orders, 1);
            insert(payments, 1);
            assertThatThrownBy(() -> assent.transactionManager().commit()).isInstanceOf(HeuristicMixedException.class);
            assent.recover(); // who could not be told is told
            assertThat(assent.operator()
                            .run(new OperatorRequest(OperatorRequest.Verb.LIST, "", OperatorRequest.Flags.NONE, ""))
                            .text())
                    .contains("HAZARD");
        }
    }

    @Test
    void commitPrepared_theDecisionIsARollback_isAHazard() throws Exception {
        commits(FaultPoint.BEFORE_PREPARE, 1, () -> {
            byHand("commit");
            loseConnections();
        });
        assertThat(servers.orders().query("select id from item")).containsExactly("1");
        assertThat(servers.payments().query("select id from item")).isEmpty();
    }

    @Test
    void rollbackPrepared_theDecisionIsACommit_isAHazard() throws Exception {
        commits(FaultPoint.AFTER_FORCE, -1, () -> byHand("rollback"));
        assertThat(servers.orders().query("select id from item")).isEmpty();
        assertThat(servers.payments().query("select id from item")).containsExactly("1");
    }
}
