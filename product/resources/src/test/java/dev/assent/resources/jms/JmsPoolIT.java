package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.harness.Sampled;
import dev.assent.resources.PoolStatistics;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.transaction.Transaction;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Sessions in transactions that go their ordinary ways. */
@Sampled(tests = 8)
class JmsPoolIT extends WithBroker {
    @Test
    void whatIsSentIsThereAfterTheCommitAndNotBefore() throws Exception {
        manager.begin();
        send("one");
        assertThat(broker.texts("out")).isEmpty();
        manager.commit();
        assertThat(broker.texts("out")).containsExactly("one");
    }

    @Test
    void aRollbackTakesBackWhatWasSentAndDeliversAgainWhatWasReceived() throws Exception {
        broker.send("in", "order");
        manager.begin();
        assertThat(receive()).isEqualTo("order");
        send("done");
        assertThat(broker.texts("in")).isEmpty();
        manager.rollback();
        assertThat(broker.texts("in")).containsExactly("order");
        assertThat(broker.texts("out")).isEmpty();

        manager.begin();
        try (JMSContext context = pool.createContext()) {
            Message again = context.createConsumer(context.createQueue("in")).receive(120_000);
            assertThat(again.getBody(String.class)).isEqualTo("order");
            assertThat(again.getJMSRedelivered()).isTrue();
        }
        manager.commit();
        assertThat(broker.texts("in")).isEmpty();
    }

    @Test
    void allHandlesOfATransactionAreOneSessionAndOneBranch() throws Exception {
        broker.send("in", "one", "two");
        manager.begin();
        try (JMSContext context = pool.createContext();
                JMSContext second = context.createContext(JMSContext.AUTO_ACKNOWLEDGE);
                Connection connection = pool.createConnection();
                Session session = connection.createSession()) {
            context.createProducer().send(context.createQueue("out"), "a");
            second.createProducer().send(second.createQueue("out"), "b");
            session.createProducer(session.createQueue("out")).send(session.createTextMessage("c"));
            assertThat(session.getTransacted()).isTrue();
            assertThat(context.getSessionMode()).isEqualTo(JMSContext.SESSION_TRANSACTED);
        }
        assertThat(receive()).isEqualTo("one");
        assertThat(receive()).isEqualTo("two");
        assertThat(branchCount()).isEqualTo(1);
        awaitConnections(1);
        manager.commit();
        assertThat(broker.texts("out")).containsExactly("a", "b", "c");
    }

    @Test
    void aSessionIsUsedByTransactionsOneAfterTheOther() throws Exception {
        for (int i = 0; i < 10; i++) {
            manager.begin();
            send("text " + i);
            if (i % 2 == 0) {
                manager.commit();
            } else {
                manager.rollback();
            }
        }
        awaitConnections(1);
        assertThat(broker.texts("out")).hasSize(5);
    }

    @Test
    void aConsumerThatWasLeftOpenKeepsNoMessageFromTheNext() throws Exception {
        broker.send("in", "one", "two");
        manager.begin();
        JMSContext left = pool.createContext();
        assertThat(left.createConsumer(left.createQueue("in")).receiveBody(String.class, 120_000))
                .isEqualTo("one");
        manager.commit();
        assertThat(broker.drain("in")).containsExactly("two");
    }

    /** Each session of a transaction is a branch of its own. */
    @Test
    void threadsOfOneTransactionThatTakeTheirFirstSessionAtOnceHaveTheSame() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 20; round++) {
                manager.begin();
                Transaction transaction = manager.getTransaction();
                CyclicBarrier together = new CyclicBarrier(2);
                List<Future<?>> taken = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    taken.add(threads.submit(() -> {
                        manager.resume(transaction);
                        together.await();
                        pool.createContext();
                        manager.suspend();
                        return null;
                    }));
                }
                for (Future<?> each : taken) {
                    each.get();
                }
                assertThat(pool.statistics().inUse()).isEqualTo(1);
                manager.commit();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void suspendedTransactionsHaveSessionsOfTheirOwn() throws Exception {
        manager.begin();
        send("outer");
        var outer = manager.suspend();
        manager.begin();
        send("inner");
        manager.commit();
        assertThat(broker.texts("out")).containsExactly("inner");
        manager.resume(outer);
        send("outer again");
        manager.commit();
        assertThat(broker.texts("out")).containsExactly("inner", "outer", "outer again");
    }

    @Test
    void thePoolAndItsBeanTellOfASessionInUseAndOfWhoGotNone() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name;
        try (Assent shown = Assent.builder()
                        .with(Setting.LOG_FOLDER, folder.resolve("shown"))
                        .with(Setting.JMX, true)
                        .open();
                JmsPool small = JmsPool.open(
                        shown,
                        config().with(JmsPoolSetting.SESSIONS_MAX, 1)
                                .with(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS, 50))) {
            name = new ObjectName("dev.assent:type=Pool,node=" + shown.life().node() + ",name=queues");
            shown.transactionManager().begin();
            small.createContext();
            Transaction holder = shown.transactionManager().suspend();
            shown.transactionManager().begin();
            assertThatThrownBy(small::createContext).hasMessageStartingWith("ASSENT-5211");
            shown.transactionManager().rollback();
            assertThat(small.statistics()).isEqualTo(new PoolStatistics(1, 1, 0, 0, 1, 0, 0, 0, 1));
            assertThat(server.getAttribute(name, "InUse")).isEqualTo(1);
            assertThat(server.getAttribute(name, "Timeouts")).isEqualTo(1L);
            shown.transactionManager().resume(holder);
            shown.transactionManager().commit();
            assertThat(small.statistics()).isEqualTo(new PoolStatistics(1, 0, 1, 0, 1, 0, 0, 0, 1));
            small.close();
            assertThat(small.statistics().destroyed()).isEqualTo(1);
            assertThat(server.isRegistered(name)).isFalse();
        }
    }

    @Test
    void withoutATransactionThereIsNoSession() {
        assertThatThrownBy(pool::createContext)
                .isInstanceOf(IllegalStateRuntimeException.class)
                .hasMessageStartingWith("ASSENT-5220 pool 'queues' gives no session");
        assertThatThrownBy(() -> pool.createConnection().createSession())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("ASSENT-5220");
        awaitConnections(0);
    }

    /** As the health check of Spring Boot does it. */
    @Test
    void withoutATransactionAConnectionTellsOfItsBroker() throws Exception {
        try (Connection connection = pool.createConnection()) {
            connection.start();
            ConnectionMetaData told = connection.getMetaData();
            assertThat(told.getJMSProviderName()).isEqualTo("ActiveMQ");
            assertThat(told.getJMSMajorVersion()).isEqualTo(3);
            assertThat(told.getJMSVersion()).startsWith("3.");
            assertThat(told.getProviderVersion()).isNotBlank();
            assertThat(told.getProviderMajorVersion()).isPositive();
            assertThat(Collections.list(told.getJMSXPropertyNames())).contains("JMSXGroupID");
        }
        assertThat(pool.statistics().created()).isZero();
        awaitConnections(0);
        pool.close();
        assertThatThrownBy(() -> pool.createConnection().getMetaData()).hasMessageStartingWith("ASSENT-5212");
    }

    @Test
    void inATransactionTheMetadataMakeNoBranch() throws Exception {
        manager.begin();
        Connection connection = pool.createConnection();
        assertThat(connection.getMetaData().getJMSProviderName()).isEqualTo("ActiveMQ");
        assertThat(branchCount()).isZero();
        try (JMSContext context = pool.createContext()) {
            assertThat(context.getMetaData().getJMSProviderName()).isEqualTo("ActiveMQ");
        }
        assertThat(connection.getMetaData().getJMSProviderName()).isEqualTo("ActiveMQ");
        assertThat(branchCount()).isEqualTo(1);
        manager.commit();
        connection.close();
        assertThatThrownBy(connection::getMetaData).hasMessageStartingWith("ASSENT-5225");
    }

    @Test
    void aTransactionThatCanOnlyRollBackGetsNoSession() throws Exception {
        manager.begin();
        manager.setRollbackOnly();
        assertThatThrownBy(pool::createContext)
                .isInstanceOf(IllegalStateRuntimeException.class)
                .hasMessageStartingWith("ASSENT-5221 pool 'queues'")
                .hasMessageContaining("can only roll back");
        manager.rollback();
    }

    @Test
    void aHandleWorksNowhereElse() throws Exception {
        manager.begin();
        Session session = pool.createConnection().createSession();
        MessageProducer producer = session.createProducer(session.createQueue("out"));
        Message message = session.createTextMessage("lost");
        threads.submit(() -> assertThatThrownBy(() -> producer.send(message))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("ASSENT-5223 a session of pool 'queues'")
                        .hasMessageContaining("the thread has no transaction"))
                .get();
        var own = manager.suspend();
        manager.begin();
        assertThatThrownBy(() -> producer.send(message)).hasMessageStartingWith("ASSENT-5223");
        manager.rollback();
        manager.resume(own);
        manager.commit();
        assertThatThrownBy(() -> producer.send(message)).hasMessageStartingWith("ASSENT-5223");
        manager.begin();
        send("other");
        assertThatThrownBy(() -> producer.send(message)).hasMessageStartingWith("ASSENT-5223");
        manager.commit();
        assertThat(broker.texts("out")).containsExactly("other");
    }

    @Test
    void whatNoTransactionCoversIsRefused() throws Exception {
        manager.begin();
        JMSContext context = pool.createContext();
        Session session = pool.createConnection().createSession();
        assertThatThrownBy(session::commit)
                .isInstanceOf(TransactionInProgressException.class)
                .hasMessageStartingWith("ASSENT-5224 'commit' is not allowed");
        assertThatThrownBy(context::rollback).isInstanceOf(TransactionInProgressRuntimeException.class);
        assertThatThrownBy(session::recover).hasMessageStartingWith("ASSENT-5224");
        assertThatThrownBy(() -> session.setMessageListener(message -> {})).hasMessageStartingWith("ASSENT-5224");
        assertThatThrownBy(
                        () -> context.createConsumer(context.createQueue("in")).setMessageListener(message -> {}))
                .isInstanceOf(IllegalStateRuntimeException.class)
                .hasMessageStartingWith("ASSENT-5224");
        assertThatThrownBy(session::createTemporaryQueue).hasMessageStartingWith("ASSENT-5224");
        assertThatThrownBy(() -> context.createBrowser(context.createQueue("in")))
                .hasMessageStartingWith("ASSENT-5224");
        assertThatThrownBy(
                        () -> session.createProducer(session.createQueue("out")).send(session.createMessage(), null))
                .hasMessageStartingWith("ASSENT-5224");
        assertThatThrownBy(() -> pool.createContext("someone", "else")).hasMessageStartingWith("ASSENT-5224");
        manager.commit();
        assertThat(broker.texts("out")).isEmpty();
    }

    @Test
    void aClosedHandleIsClosedAndItsSessionGoesOn() throws Exception {
        manager.begin();
        Connection connection = pool.createConnection();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(session.createQueue("out"));
        producer.send(session.createTextMessage("one"));
        connection.close();
        assertThatThrownBy(() -> producer.send(null)).hasMessageStartingWith("ASSENT-5225 cannot call 'send'");
        assertThatThrownBy(connection::createSession).hasMessageStartingWith("ASSENT-5225");
        send("two");
        manager.commit();
        session.close();
        assertThat(broker.texts("out")).containsExactly("one", "two");
    }

    @Test
    void theSimplifiedInterfaceSendsBodiesHeadersAndProperties() throws Exception {
        manager.begin();
        try (JMSContext context = pool.createContext()) {
            context.createProducer()
                    .setProperty("pieces", 3)
                    .setProperty("urgent", true)
                    .setProperty("JMSXGroupID", "tea")
                    .setJMSType("order")
                    .setJMSCorrelationID("7")
                    .setJMSReplyTo(context.createQueue("out"))
                    .setPriority(8)
                    .setTimeToLive(60_000)
                    .send(context.createQueue("in"), Map.of("article", "tea"))
                    .clearProperties()
                    .setJMSCorrelationIDAsBytes(new byte[] {1, 2})
                    .send(context.createQueue("in"), new byte[] {3})
                    .send(context.createQueue("in"), (String) null);
            assertThat(context.createProducer().setProperty("pieces", 3).getIntProperty("pieces"))
                    .isEqualTo(3);
        }
        manager.commit();

        manager.begin();
        try (JMSContext context = pool.createContext()) {
            var consumer = context.createConsumer(context.createQueue("in"));
            Message map = consumer.receive(120_000);
            assertThat(map.getBody(Map.class)).isEqualTo(Map.of("article", "tea"));
            assertThat(map.getIntProperty("pieces")).isEqualTo(3);
            assertThat(map.getBooleanProperty("urgent")).isTrue();
            assertThat(map.getStringProperty("JMSXGroupID")).isEqualTo("tea");
            assertThat(List.of(map.getJMSType(), map.getJMSCorrelationID(), map.getJMSPriority()))
                    .isEqualTo(List.of("order", "7", 8));
            assertThat(map.getJMSReplyTo()).isEqualTo(context.createQueue("out"));
            assertThat(map.getJMSExpiration()).isPositive();
            Message bytes = consumer.receive(120_000);
            assertThat(bytes.getBody(byte[].class)).containsExactly(3);
            assertThat(bytes.propertyExists("pieces")).isFalse();
            assertThat(bytes.getJMSCorrelationIDAsBytes()).containsExactly(1, 2);
            assertThat(consumer.receiveBody(String.class, 120_000)).isNull();
            assertThat(consumer.receiveNoWait()).isNull();
        }
        manager.commit();
    }

    /** The limit is long, so that no slow machine ends the wait. */
    @Test
    void aPoolThatClosesLetsTransactionsEndThatHaveASession() throws Exception {
        try (Assent patient = Assent.builder()
                .with(Setting.LOG, "memory")
                .with(Setting.CLOSE_LIMIT_SECONDS, 3_600)
                .with(Setting.TRANSACTION_TIMEOUT_SECONDS, 0)
                .open()) {
            JmsPool own = JmsPool.open(patient, config());
            patient.transactionManager().begin();
            send(own, "one");
            Future<?> closed = threads.submit(() -> own.close());
            await().untilAsserted(
                            () -> threads.submit(() -> isRefused(patient, own)).get());
            assertThat(closed.isDone()).isFalse();
            send(own, "two");
            patient.transactionManager().commit();
            closed.get();
        }
        assertThat(broker.texts("out")).containsExactly("one", "two");
    }

    private static boolean isRefused(Assent assent, JmsPool pool) throws Exception {
        assent.transactionManager().begin();
        try {
            assertThatThrownBy(pool::createContext).hasMessageStartingWith("ASSENT-5212");
        } finally {
            assent.transactionManager().rollback();
        }
        return true;
    }

    @Test
    void aClosedPoolHasNoConnectionAndGivesNoSession() throws Exception {
        manager.begin();
        send("never");
        pool.close();
        awaitConnections(0);
        assertThatThrownBy(manager::commit).isInstanceOf(jakarta.transaction.RollbackException.class);
        manager.begin();
        assertThatThrownBy(pool::createContext).hasMessageStartingWith("ASSENT-5212 pool 'queues' is closed");
        manager.rollback();
        assertThat(broker.texts("out")).isEmpty();
    }

    @Test
    void aConnectionThatIsKeptForManyTransactionsKeepsNoneOfTheirSessions() throws Exception {
        Connection kept = pool.createConnection();
        for (int i = 0; i < 1_000; i++) {
            manager.begin();
            Session session = kept.createSession();
            assertThat(kept.toString()).isEqualTo("connection of pool 'queues' with 1 open sessions");
            if (i % 3 == 0) {
                session.close();
                assertThat(kept.toString()).endsWith(" 0 open sessions");
            }
            if (i % 2 == 0) {
                manager.commit();
            } else {
                manager.rollback();
            }
            assertThat(kept.toString()).endsWith(" 0 open sessions");
            assertThatThrownBy(session::createMessage).hasMessageStartingWith("ASSENT-5223");
        }
        kept.close();
    }
}
