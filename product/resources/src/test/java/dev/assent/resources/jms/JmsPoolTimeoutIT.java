package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.assent.TimedOutException;
import dev.assent.core.Internals;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.harness.Sampled;
import dev.assent.resources.CapturedNotices;
import dev.assent.resources.Hooked;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Transactions that run out of time: nothing that is done then is ever committed (law 20). */
@Sampled(tests = 3)
class JmsPoolTimeoutIT extends WithBroker {
    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    private static final int SECONDS_MAX = 600;

    private volatile boolean isSlow = true;

    @BeforeEach
    void oneSecond() throws Exception {
        manager.setTransactionTimeout(1);
    }

    private void timedOut() throws Exception {
        JtaTransaction own = (JtaTransaction) manager.getTransaction();
        await().until(() -> own.engine().isTimedOut());
        await().until(() -> Internals.coordinator(assent).active().isEmpty());
    }

    private record Work(JMSContext context, JMSProducer producer, JMSConsumer consumer) {
        void send(String text) {
            producer.send(context.createQueue("out"), text);
        }
    }

    /** Does this in a transaction whose time is long enough for it, however slow the machine is. */
    private <T> T worked(Callable<T> work) throws Exception {
        List<String> before = broker.texts("in");
        for (int seconds = 1; ; seconds *= 2) {
            assertThat(seconds).isLessThanOrEqualTo(SECONDS_MAX);
            manager.setTransactionTimeout(seconds);
            manager.begin();
            try {
                return work.call();
            } catch (JMSRuntimeException tooLate) {
                assertThat(tooLate).hasMessageStartingWith("ASSENT-2021");
                manager.rollback();
                awaitRolledBack(before);
            }
        }
    }

    /** The broker rolls back when it notices that the connection was cut. */
    private static void awaitRolledBack(List<String> before) {
        await().untilAsserted(() -> assertThat(broker.texts("in")).containsExactlyInAnyOrderElementsOf(before));
    }

    /** Nothing is received or sent yet. */
    private Work opened() {
        JMSContext context = pool.createContext();
        return new Work(context, context.createProducer(), context.createConsumer(context.createQueue("in")));
    }

    /** Every caller gets the same text and code, with the timeout among the causes. */
    private void assertSaysTimeout(Throwable told) {
        assertThat(told)
                .isInstanceOf(TransactionRolledBackRuntimeException.class)
                .hasMessageMatching("ASSENT-2021 transaction \\S+ timed out after \\d+ s: .*");
        assertThat(((JMSRuntimeException) told).getErrorCode()).isEqualTo("ASSENT-2021");
        assertThat(Stream.iterate(told, Objects::nonNull, Throwable::getCause))
                .hasAtLeastOneElementOfType(TimedOutException.class);
    }

    @Test
    void aHandleIsUselessAfterTheTimeoutAndWhatItDidIsRolledBack() throws Exception {
        broker.send("in", "order");
        Work work = worked(() -> {
            Work begun = opened();
            assertThat(begun.consumer().receiveBody(String.class)).isEqualTo("order");
            begun.send("early");
            return begun;
        });
        timedOut();
        for (ThrowingCallable late : List.<ThrowingCallable>of(
                () -> work.consumer().receive(1),
                () -> work.context().createProducer(),
                () -> work.producer().send(null, "late"),
                () -> pool.createContext())) {
            assertThatThrownBy(late).satisfies(this::assertSaysTimeout);
        }
        assertThatThrownBy(() -> pool.createConnection().createSession())
                .isInstanceOf(TransactionRolledBackException.class)
                .hasMessageStartingWith("ASSENT-2021")
                .extracting(told -> ((JMSException) told).getErrorCode())
                .isEqualTo("ASSENT-2021");
        Throwable told = catchThrowable(manager::commit);
        assertThat(told)
                .isInstanceOf(RollbackException.class)
                .hasMessageStartingWith("ASSENT-2021")
                .hasCauseInstanceOf(TimedOutException.class);
        assertThat(notices.of("ASSENT-2021")).last().isEqualTo(told.getMessage());
        awaitRolledBack(List.of("order"));
        assertThat(broker.texts("out")).isEmpty();
    }

    @Test
    void whoWaitsForAMessageIsWokenAndTakesNoneThatComesLater() throws Exception {
        Work work = worked(() -> {
            Work begun = opened();
            begun.send("early");
            return begun;
        });
        assertThatThrownBy(work.consumer()::receive).satisfies(this::assertSaysTimeout);
        broker.send("in", "order");
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);

        awaitRolledBack(List.of("order"));
        assertThat(broker.texts("out")).isEmpty();
        manager.setTransactionTimeout(SECONDS_MAX);
        manager.begin();
        assertThat(receive()).isEqualTo("order");
        manager.commit();
    }

    @Test
    void aThreadThatNeverStopsSendingAndReceivingLeavesNoTrace() throws Exception {
        for (int round = 0; round < 3; round++) {
            broker.send("in", "a", "b", "c");
            Work work = worked(this::opened);
            JMSRuntimeException refused = null;
            for (int sent = 0; refused == null; sent++) {
                try {
                    work.send("text " + sent);
                    work.consumer().receiveNoWait();
                } catch (JMSRuntimeException stopped) {
                    refused = stopped;
                }
            }
            assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
            awaitRolledBack(List.of("a", "b", "c"));
            assertThat(broker.texts("out")).isEmpty();
            broker.drain("in");
        }
        await().until(() -> connectionCount() <= 1);
    }

    @Test
    void whoWaitsForASessionGetsTheRoomOfOneThatWasCut() throws Exception {
        pool.close();
        pool = JmsPool.open(
                assent,
                config().with(JmsPoolSetting.SESSIONS_MAX, 1).with(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS, 600_000));
        Work work = worked(this::opened);
        var waiting = threads.submit(() -> {
            manager.setTransactionTimeout(SECONDS_MAX);
            manager.begin();
            send("second");
            manager.commit();
            return true;
        });
        assertThatThrownBy(work.consumer()::receive).satisfies(this::assertSaysTimeout);
        assertThat(waiting.get()).isTrue();
        manager.rollback();
        assertThat(broker.texts("out")).containsExactly("second");
    }

    @Test
    void aTimeoutInTheMiddleOfEnlistingGivesNoSessionAndTheRoomBackOnce() throws Exception {
        JmsPoolConfig config = JmsPoolConfig.of("slow", slowToStart(broker.xaConnectionFactory()))
                .with(JmsPoolSetting.SESSIONS_MAX, 1)
                .with(JmsPoolSetting.PROBE, false)
                .with(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS, 200);
        try (JmsPool slow = JmsPool.open(assent, config)) {
            for (int i = 0; i < 2; i++) {
                manager.begin();
                assertThatThrownBy(slow::createContext).satisfies(this::assertSaysTimeout);
                assertThatThrownBy(manager::commit)
                        .isInstanceOf(RollbackException.class)
                        .hasMessageStartingWith("ASSENT-2021");
            }
            isSlow = false;
            manager.setTransactionTimeout(0);
            manager.begin();
            String holder = manager.getTransaction().toString();
            slow.createContext();
            var other = threads.submit(() -> {
                manager.begin();
                assertThatThrownBy(slow::createContext)
                        .hasMessageStartingWith("ASSENT-5211 pool 'slow'")
                        .hasMessageContaining("by " + holder);
                manager.rollback();
                return true;
            });
            assertThat(other.get()).isTrue();
            manager.rollback();
        }
    }

    @Test
    void aSessionOfAThreadThatStillEnlistsItIsGivenToNobodyElse() throws Exception {
        AtomicInteger made = new AtomicInteger();
        AtomicReference<Callable<?>> once = new AtomicReference<>();
        XAConnectionFactory factory = hooked(broker.xaConnectionFactory(), session -> {
            made.incrementAndGet();
            return Hooked.hooked(XASession.class, session, afterCall("setTransactionTimeout", answer -> {
                Callable<?> meanwhile = once.getAndSet(null);
                if (meanwhile != null) {
                    meanwhile.call();
                    throw new XAException(XAException.XAER_RMFAIL);
                }
                return answer;
            }));
        });
        JmsPoolConfig config = JmsPoolConfig.of("slow", factory)
                .with(JmsPoolSetting.SESSIONS_MAX, 1)
                .with(JmsPoolSetting.PROBE, false);
        try (JmsPool slow = JmsPool.open(assent, config)) {
            Callable<?> other = () -> {
                manager.setTransactionTimeout(SECONDS_MAX);
                manager.begin();
                slow.createContext().createProducer();
                manager.commit();
                return true;
            };
            threads.submit(other).get();
            once.set(() -> {
                timedOut();
                return threads.submit(other).get();
            });
            manager.begin();
            assertThatThrownBy(slow::createContext).satisfies(this::assertSaysTimeout);
            manager.rollback();
            assertThat(made)
                    .as("the second did not get the session of the first")
                    .hasValue(2);
            other.call();
            assertThat(made).as("the first tried no other one").hasValue(2);
        }
    }

    /** Branches are not started before their transaction's time is over. */
    private XAConnectionFactory slowToStart(XAConnectionFactory factory) {
        return hooked(
                factory,
                session -> Hooked.hooked(XASession.class, session, afterCall("start", nothing -> {
                    if (isSlow) {
                        JtaTransaction own = (JtaTransaction) currentTransaction();
                        await().until(() -> own.engine().isTimedOut());
                    }
                    return nothing;
                })));
    }

    private static XAConnectionFactory hooked(XAConnectionFactory factory, Hooked.Hook session) {
        return Hooked.hooked(
                XAConnectionFactory.class,
                factory,
                Map.of(
                        "createXAConnection",
                        connection ->
                                Hooked.hooked(XAConnection.class, connection, Map.of("createXASession", session))));
    }

    /** Something is done after the XAResource of a session answers a call. */
    private static Map<String, Hooked.Hook> afterCall(String name, Hooked.Hook hook) {
        return Map.of("getXAResource", resource -> Hooked.hooked(XAResource.class, resource, Map.of(name, hook)));
    }

    private Transaction currentTransaction() {
        try {
            return manager.getTransaction();
        } catch (SystemException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
