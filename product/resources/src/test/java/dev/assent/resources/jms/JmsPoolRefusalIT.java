package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.artemis.ArtemisServer;
import dev.assent.core.Internals;
import dev.assent.harness.Sampled;
import dev.assent.resources.CapturedNotices;
import dev.assent.resources.Hooked;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools that can't give a session say why, and go on as soon as they can. */
@Sampled(tests = 3)
class JmsPoolRefusalIT extends WithBroker {
    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    @Test
    void theExhaustedPoolNamesTheHolder() throws Exception {
        pool.close();
        pool = JmsPool.open(
                assent,
                config().with(JmsPoolSetting.SESSIONS_MAX, 1).with(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS, 50));
        manager.begin();
        send("held");
        String holder = manager.getTransaction().toString();
        String thread = Thread.currentThread().getName();
        threads.submit(() -> {
                    manager.begin();
                    assertThatThrownBy(() -> pool.createContext())
                            .isInstanceOf(ResourceAllocationRuntimeException.class)
                            .hasMessageStartingWith("ASSENT-5211 pool 'queues' had no session")
                            .hasMessageContaining("all 1 are in use")
                            .hasMessageContaining(holder)
                            .hasMessageContaining(thread);
                    manager.rollback();
                    return null;
                })
                .get();
        manager.commit();
        manager.begin();
        send("free");
        manager.commit();
        assertThat(broker.texts("out")).containsExactly("held", "free");
    }

    @Test
    void aWrongPasswordIsToldAsWhatItIs() throws Exception {
        try (JmsPool wrong = JmsPool.open(
                assent,
                JmsPoolConfig.of(
                        "wrong", new ActiveMQXAConnectionFactory(broker.url(), ArtemisServer.USER, "not this")))) {
            manager.begin();
            assertThatThrownBy(wrong::createContext)
                    .isInstanceOf(JMSSecurityRuntimeException.class)
                    .hasMessageStartingWith("ASSENT-5210 pool 'wrong' cannot connect to its broker:")
                    .hasMessageContaining("Unable to validate user")
                    .hasMessageNotContaining("not this");
            manager.rollback();
        }
    }

    @Test
    void aBrokerThatIsDownIsToldAndASessionLostWhileIdleIsNotGivenOut() throws Exception {
        manager.begin();
        send("before");
        manager.commit();
        broker.kill();
        manager.begin();
        assertThatThrownBy(() -> send("lost"))
                .hasMessageStartingWith("ASSENT-5210 pool 'queues' cannot connect to its broker:")
                .hasRootCauseInstanceOf(org.apache.activemq.artemis.api.core.ActiveMQException.class)
                .hasCauseInstanceOf(JMSException.class);
        manager.rollback();
        broker.restart();
        manager.begin();
        send("after");
        manager.commit();
        assertThat(broker.texts("out")).containsExactly("before", "after");
    }

    @Test
    void theLossOfTheConnectionIsToldToEveryListenerOnceWhateverTheyThrow() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Connection first = pool.createConnection();
        Connection second = pool.createConnection();
        Connection closed = pool.createConnection();
        Connection silent = pool.createConnection();
        first.setExceptionListener(gone -> {
            told.add(gone == null ? "null" : "first");
            throw new AssertionError("of the application's");
        });
        second.setExceptionListener(gone -> told.add("second"));
        closed.setExceptionListener(gone -> told.add("closed"));
        closed.close();
        silent.setExceptionListener(gone -> told.add("silent"));
        silent.setExceptionListener(null);
        assertThat(silent.getExceptionListener()).isNull();
        assertThat(first.getExceptionListener()).isNotNull();
        assertThatThrownBy(() -> closed.setExceptionListener(gone -> {})).hasMessageStartingWith("ASSENT-5225");

        for (int i = 0; i < 2; i++) {
            manager.begin();
            send("before");
            manager.commit();
            broker.kill();
            await().until(() -> told.size() >= 2 && !notices.of("ASSENT-5226").isEmpty());
            broker.restart();
        }
        manager.begin();
        JMSContext context = pool.createContext();
        context.setExceptionListener(gone -> told.add("context"));
        assertThat(context.getExceptionListener()).isNotNull();
        manager.commit();
        broker.kill();
        broker.restart();
        manager.begin();
        send("after");
        manager.commit();

        assertThat(told).containsExactlyInAnyOrder("first", "second");
        assertThat(notices.of("ASSENT-5226")).singleElement().asString().contains("of the application's");
        first.close();
        second.close();
    }

    @Test
    void aBrokerThatIsDownIsToldToWhoAsksForItsMetadata() throws Exception {
        broker.kill();
        try (Connection connection = pool.createConnection()) {
            assertThatThrownBy(connection::getMetaData)
                    .isInstanceOf(JMSException.class)
                    .hasMessageStartingWith("ASSENT-5210 pool 'queues' cannot connect to its broker:");
        } finally {
            broker.restart();
        }
    }

    @Test
    void anOutageOfTheBrokerIsToldOnceAtEachEnd() throws Exception {
        withoutRecovery.close();
        manager.begin();
        send("before");
        manager.commit();
        broker.kill();
        await().until(() -> !notices.of("ASSENT-4001").isEmpty());
        broker.restart();
        await().until(() -> !notices.of("ASSENT-4002").isEmpty());
        assertThat(notices.of("ASSENT-4001")).hasSize(1).allMatch(each -> each.contains("'queues'"));
        assertThat(notices.of("ASSENT-4002")).hasSize(1).allMatch(each -> each.contains("'queues'"));
    }

    @Test
    void aBrokerThatDiesInTheMiddleRollsBackAndTheNextTransactionWorks() throws Exception {
        broker.send("in", "order");
        manager.begin();
        assertThat(receive()).isEqualTo("order");
        send("lost");
        broker.kill();
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        broker.restart();
        assertThat(broker.texts("in")).containsExactly("order");
        assertThat(broker.texts("out")).isEmpty();
        manager.begin();
        assertThat(receive()).isEqualTo("order");
        manager.commit();
        assent.recover();
        assertThat(Internals.coordinator(assent).parked()).isEmpty();
    }

    @Test
    void aBrokerThatNeverAnswersHoldsNobody() throws Exception {
        XAConnectionFactory silent = (XAConnectionFactory) Proxy.newProxyInstance(
                XAConnectionFactory.class.getClassLoader(),
                new Class<?>[] {XAConnectionFactory.class},
                (proxy, method, arguments) -> {
                    new CountDownLatch(1).await();
                    return null;
                });
        try (JmsPool held = JmsPool.open(
                assent, JmsPoolConfig.of("silent", silent).with(JmsPoolSetting.LOGIN_TIMEOUT_SECONDS, 1))) {
            manager.begin();
            assertThatThrownBy(held::createContext)
                    .hasMessageStartingWith("ASSENT-5210 pool 'silent' cannot connect to its broker: ASSENT-5214");
            manager.rollback();
            assertThat(assent.recover().unreachable()).containsExactly("silent");
        }
    }

    private static XAConnectionFactory withResource(XAConnectionFactory factory, Map<String, Hooked.Hook> after) {
        return Hooked.hooked(
                XAConnectionFactory.class,
                factory,
                Map.of(
                        "createXAConnection",
                        connection -> Hooked.hooked(
                                XAConnection.class,
                                connection,
                                Map.of(
                                        "createXASession",
                                        session -> Hooked.hooked(
                                                XASession.class,
                                                session,
                                                Map.of(
                                                        "getXAResource",
                                                        resource ->
                                                                Hooked.hooked(XAResource.class, resource, after)))))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"setTransactionTimeout", "start"})
    void anErrorOfTheBrokersClientIsToldAsARefusal(String call) throws Exception {
        AtomicBoolean fails = new AtomicBoolean(true);
        XAConnectionFactory factory = withResource(broker.xaConnectionFactory(), Map.of(call, answer -> {
            if (fails.get()) {
                throw new NoClassDefFoundError("of/the/client");
            }
            return answer;
        }));
        JmsPoolConfig config = JmsPoolConfig.of("broken", factory)
                .with(JmsPoolSetting.SESSIONS_MAX, 1)
                .with(JmsPoolSetting.PROBE, false);
        try (JmsPool broken = JmsPool.open(assent, config)) {
            manager.begin();
            assertThatThrownBy(broken::createContext)
                    .isInstanceOf(IllegalStateRuntimeException.class)
                    .hasMessageStartingWith("ASSENT-5222 ")
                    .hasMessageContaining("of/the/client");
            assertThatThrownBy(() -> broken.createConnection().createSession())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("ASSENT-5222 ");
            manager.rollback();
            fails.set(false);
            manager.begin();
            broken.createContext().close();
            manager.commit();
            assertThat(broken.statistics().inUse()).isZero();
        }
    }

    @Test
    void allWaitsOfACallerTogetherTakeNoLongerThanTheSettingSays() throws Exception {
        int waitMillis = 4_000;
        while (!allWaitsTakeNoLongerThan(waitMillis)) {
            waitMillis *= 2;
            assertThat(waitMillis)
                    .as("far from two waits, on a slow machine, too")
                    .isLessThan(100_000);
        }
    }

    /** False when they took about two waits, be it that the machine is slow. */
    private boolean allWaitsTakeNoLongerThan(int waitMillis) throws Exception {
        pool.close();
        pool = JmsPool.open(
                assent,
                config().with(JmsPoolSetting.SESSIONS_MAX, 1)
                        .with(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS, waitMillis));
        manager.begin();
        send("held");
        Transaction holder = manager.suspend();
        manager.begin();
        Transaction waiting = manager.getTransaction();
        List<Future<Long>> callers = new ArrayList<>();
        for (int i = 0; i < 2; i++) { // one waits for a session, the other for the first
            callers.add(threads.submit(() -> {
                manager.resume(waiting);
                long sinceNanos = System.nanoTime();
                assertThatThrownBy(() -> pool.createContext()).isInstanceOf(ResourceAllocationRuntimeException.class);
                long tookMillis = (System.nanoTime() - sinceNanos) / 1_000_000;
                manager.suspend();
                return tookMillis;
            }));
            await().until(() -> pool.statistics().waiting() == 1);
        }
        boolean isInTime = true;
        for (Future<Long> each : callers) {
            isInTime &= each.get() < 2 * waitMillis - 500;
        }
        manager.rollback();
        manager.resume(holder);
        manager.rollback();
        return isInTime;
    }

    /** Connects when a test lets it, and the test sees when its connection is closed. */
    private final class SlowBroker {
        final CountDownLatch connects = new CountDownLatch(1);
        final CountDownLatch mayConnect = new CountDownLatch(1);
        final CountDownLatch closed = new CountDownLatch(1);

        JmsPoolConfig config() {
            XAConnectionFactory slow = Hooked.hooked(
                    XAConnectionFactory.class,
                    broker.xaConnectionFactory(),
                    Map.of("createXAConnection", connection -> {
                        connects.countDown();
                        mayConnect.await();
                        return Hooked.hooked(XAConnection.class, connection, Map.of("close", nothing -> {
                            closed.countDown();
                            return nothing;
                        }));
                    }));
            return JmsPoolConfig.of("slow", slow).with(JmsPoolSetting.PROBE, false);
        }

        /** Closes a pool of it, whose only session is not there yet. */
        void assertToldAtTheClose(JmsPool slow) {
            slow.close();
            assertThat(notices.of("ASSENT-1009"))
                    .singleElement()
                    .asString()
                    .contains("pool 'slow', whose broker does not answer (sessions still open: 0, being made: 1)");
        }
    }

    private static Assent openOther() {
        Assent other = Assent.builder()
                .with(Setting.LOG, "memory")
                .with(Setting.CLOSE_LIMIT_SECONDS, 4)
                .open();
        other.pauseRecovery();
        return other;
    }

    private static void assertNoContext(Assent node, JmsPool from, String why) throws Exception {
        node.transactionManager().begin();
        assertThatThrownBy(from::createContext).hasMessageContaining(why);
        node.transactionManager().rollback();
    }

    @Test
    void aSessionThatIsBeingMadeWhenThePoolIsClosedIsToldAndClosedWhenItIsThere() throws Exception {
        SlowBroker slow = new SlowBroker();
        try (Assent own = openOther()) {
            JmsPool slowPool = JmsPool.open(own, slow.config());
            Future<?> caller = threads.submit(() -> {
                assertNoContext(own, slowPool, "ASSENT-5212 ");
                return null;
            });
            slow.connects.await();
            slow.assertToldAtTheClose(slowPool);
            slow.mayConnect.countDown();
            caller.get();
            assertThat(slow.closed.getCount()).isZero();
        }
    }

    /** Its caller has gone after the login timeout, and the broker's client has not come back. */
    @Test
    void aSessionWhoseCallerHasGivenUpIsToldWhenThePoolIsClosedAndClosedWhenItIsThere() throws Exception {
        SlowBroker slow = new SlowBroker();
        try (Assent own = openOther()) {
            JmsPool slowPool = JmsPool.open(own, slow.config().with(JmsPoolSetting.LOGIN_TIMEOUT_SECONDS, 1));
            assertNoContext(own, slowPool, "ASSENT-5210 ");
            slow.assertToldAtTheClose(slowPool);
            slow.mayConnect.countDown();
            slow.closed.await();
        }
    }

    @Test
    void anInterruptedThreadIsToldAndStaysInterrupted() throws Exception {
        pool.close();
        pool = JmsPool.open(assent, config().with(JmsPoolSetting.SESSIONS_MAX, 1));
        manager.begin();
        send("held");
        threads.submit(() -> {
                    manager.begin();
                    Thread.currentThread().interrupt();
                    assertThatThrownBy(() -> pool.createContext()).hasMessageStartingWith("ASSENT-5213");
                    assertThat(Thread.interrupted()).isTrue();
                    manager.rollback();
                    return null;
                })
                .get();
        manager.commit();
        await().until(() -> broker.texts("out").size() == 1);
    }
}
