package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.PostgresServer;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.harness.Fast;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.SharedServers;
import jakarta.jms.JMSContext;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Receive, update a database, send, all in one transaction. */
@Fast
class JmsIT extends WithBroker {
    private final PostgresServer database = SharedServers.postgres("orders");

    private JdbcPool orders;

    @BeforeEach
    void openOrders() {
        database.execute("drop table if exists purchase");
        database.execute("create table purchase (article varchar(100))");
        orders = JdbcPool.open(assent, JdbcPoolConfig.of("orders", database.xaDataSource()));
    }

    @AfterEach
    void closeOrders() {
        orders.close();
    }

    private void takeOrder() throws SQLException {
        try (JMSContext context = pool.createContext();
                Connection connection = orders.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into purchase values (?)")) {
            String order = context.createConsumer(context.createQueue("in")).receiveBody(String.class, 120_000);
            insert.setString(1, order);
            insert.executeUpdate();
            context.createProducer().send(context.createQueue("out"), "took " + order);
        }
    }

    private List<String> purchases() {
        return database.query("select article from purchase");
    }

    @Test
    void aCommitDeliversExactlyOnce() throws Exception {
        broker.send("in", "tea", "milk");
        for (int i = 0; i < 2; i++) {
            manager.begin();
            takeOrder();
            manager.commit();
        }
        assertThat(purchases()).containsExactly("tea", "milk");
        assertThat(broker.drain("in")).isEmpty();
        assertThat(broker.drain("out")).containsExactly("took tea", "took milk");
    }

    @Test
    void aRollbackDeliversAgain() throws Exception {
        broker.send("in", "tea");
        manager.begin();
        takeOrder();
        manager.rollback();
        assertThat(purchases()).isEmpty();
        assertThat(broker.texts("in")).containsExactly("tea");
        assertThat(broker.texts("out")).isEmpty();

        manager.begin();
        takeOrder();
        manager.commit();
        assertThat(purchases()).containsExactly("tea");
        assertThat(broker.drain("in")).isEmpty();
        assertThat(broker.drain("out")).containsExactly("took tea");
    }

    @Test
    void aDatabaseThatRefusesRollsTheMessagesBack() throws Exception {
        database.execute(
                "alter table purchase add constraint purchase_late unique (article) deferrable initially deferred");
        database.execute("insert into purchase values ('tea')");
        broker.send("in", "tea");
        manager.begin();
        takeOrder();
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(purchases()).containsExactly("tea");
        assertThat(broker.drain("in")).containsExactly("tea");
        assertThat(broker.drain("out")).isEmpty();
    }

    /** The broker dies once the decision is durable: the commit is done, and the broker learns it later. */
    @Test
    void aBrokerThatDiesAfterTheDecisionCommitsWhenItIsBack() throws Exception {
        AtomicBoolean armed = new AtomicBoolean(true);
        withNodeThatIsTold((point, id, participant) -> {
            if (point == FaultPoint.AFTER_FORCE && armed.getAndSet(false)) {
                killBroker();
            }
        });
        broker.send("in", "tea");
        manager.begin();
        takeOrder();
        manager.commit();
        assertThat(purchases()).containsExactly("tea");
        assertThat(Internals.coordinator(assent).parked()).hasSize(1);

        broker.restart();
        recovered();
        assertThat(broker.prepared()).isEmpty();
        assertThat(broker.drain("in")).isEmpty();
        assertThat(broker.drain("out")).containsExactly("took tea");
    }

    /** The broker is asked first and dies prepared, then the database refuses: it rolls back later. */
    @Test
    void aBrokerThatDiesPreparedIsRolledBackWhenItIsBack() throws Exception {
        database.execute(
                "alter table purchase add constraint purchase_late unique (article) deferrable initially deferred");
        database.execute("insert into purchase values ('tea')");
        withNodeThatIsTold((point, id, participant) -> {
            if (point == FaultPoint.AFTER_PREPARE && participant == 0) {
                killBroker();
            }
        });
        broker.send("in", "tea");
        manager.begin();
        takeOrder();
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(Internals.coordinator(assent).parked()).hasSize(1);

        broker.restart();
        recovered();
        assertThat(broker.prepared()).isEmpty();
        assertThat(broker.drain("in")).containsExactly("tea");
        assertThat(broker.drain("out")).isEmpty();
    }

    /** By a pass of the node's own, or by this one. */
    private void recovered() {
        await().until(() -> {
            assent.recover();
            return Internals.coordinator(assent).parked().isEmpty();
        });
    }

    private void withNodeThatIsTold(Tracer tracer) {
        orders.close();
        close();
        assent = Internals.tracer(
                        Assent.builder()
                                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                                .with(Setting.DISPATCH, "inline"),
                        tracer)
                .open();
        manager = assent.transactionManager();
        pool = JmsPool.open(assent, config());
        orders = JdbcPool.open(assent, JdbcPoolConfig.of("orders", database.xaDataSource()));
    }

    private static void killBroker() {
        try {
            broker.kill();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
