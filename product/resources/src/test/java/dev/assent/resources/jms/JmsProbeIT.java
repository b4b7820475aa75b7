package dev.assent.resources.jms;

import static dev.assent.resources.Hooked.hooked;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.Internals;
import dev.assent.harness.Fast;
import dev.assent.resources.CapturedNotices;
import dev.assent.resources.Hooked;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The start-up probe on a real broker, a sound one and one that answers otherwise. */
@Fast
class JmsProbeIT extends WithBroker {
    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    private void use(JmsPool used) throws Exception {
        manager.begin();
        try {
            used.createContext().close();
        } finally {
            manager.rollback();
        }
    }

    private static JmsPoolConfig answering(String name, Map<String, Hooked.Hook> answers) {
        return JmsPoolConfig.of(
                name,
                hooked(
                        XAConnectionFactory.class,
                        broker.xaConnectionFactory(),
                        Map.of(
                                "createXAConnection",
                                connection -> hooked(
                                        XAConnection.class,
                                        connection,
                                        Map.of(
                                                "createXASession",
                                                session -> hooked(
                                                        XASession.class,
                                                        session,
                                                        Map.of(
                                                                "getXAResource",
                                                                resource -> hooked(
                                                                        XAResource.class, resource, answers))))))));
    }

    @Test
    void aSoundBrokerPassesAndNothingIsLeft() throws Exception {
        AtomicInteger prepared = new AtomicInteger();
        JmsPoolConfig config = answering("sound", Map.of("prepare", vote -> {
            prepared.incrementAndGet();
            return vote;
        }));
        try (JmsPool sound = JmsPool.open(assent, config)) {
            assertThat(prepared).hasValue(1);
            use(sound);
            assertThat(prepared).hasValue(1);
        }
        assertThat(broker.prepared()).isEmpty();
        assertThat(Internals.coordinator(assent).active()).isEmpty();
        assertThat(notices.of("ASSENT-514")).isEmpty();
    }

    @Test
    void aBrokerThatForgetsWhatItPreparedIsRefusedUnlessTheProbeIsOff() throws Exception {
        JmsPoolConfig config = answering("lossy", Map.of("recover", listed -> new Xid[0]));
        assertThatThrownBy(() -> JmsPool.open(assent, config))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("ASSENT-5140 pool 'lossy' is refused: broker ActiveMQ")
                .hasMessageContaining("the probe could not find on another connection")
                .hasMessageContaining("'probe=false'");
        assertThat(broker.prepared()).isEmpty();
        try (JmsPool trusted = JmsPool.open(assent, config.with(JmsPoolSetting.PROBE, false))) {
            use(trusted);
        }
    }

    @Test
    void aBrokerThatRefusesToPrepareGivesNoSessionUntilItDoes() throws Exception {
        AtomicInteger refusals = new AtomicInteger(2);
        JmsPoolConfig config = answering("refusing", Map.of("prepare", vote -> {
            if (refusals.getAndDecrement() > 0) {
                throw new XAException(XAException.XAER_RMERR);
            }
            return vote;
        }));
        try (JmsPool refusing = JmsPool.open(assent, config)) {
            assertThat(notices.of("ASSENT-5141"))
                    .singleElement()
                    .asString()
                    .contains("pool 'refusing' is refused: the start-up probe could not prepare a branch on broker")
                    .contains("XAER_RMERR");
            assertThatThrownBy(() -> use(refusing)).hasMessageStartingWith("ASSENT-5141 pool 'refusing'");
            use(refusing);
        }
        assertThat(broker.prepared()).isEmpty();
    }

    @Test
    void aBrokerThatVotesReadOnlyIsUsedWithAWordThatNothingWasTried() throws Exception {
        JmsPoolConfig config = answering("lazy", Map.of("prepare", vote -> XAResource.XA_RDONLY));
        try (JmsPool lazy = JmsPool.open(assent, config)) {
            use(lazy);
            assertThat(notices.of("ASSENT-5142")).singleElement().asString().contains("pool 'lazy'");
        }
        assertThat(broker.prepared()).isEmpty();
    }

    @Test
    void aBrokerThatIsDownIsProbedWhenItIsReached() throws Exception {
        broker.kill();
        try (JmsPool late = JmsPool.open(assent, JmsPoolConfig.of("late", broker.xaConnectionFactory()))) {
            assertThatThrownBy(() -> use(late)).hasMessageStartingWith("ASSENT-5210 pool 'late' cannot connect");
            broker.restart();
            use(late);
        }
        assertThat(broker.prepared()).isEmpty();
    }

    @Test
    void whoWaitsWhileTheProbeWaitsForASilentBrokerIsToldTogetherWithIt() throws Exception {
        int loginSeconds = 1;
        while (!areToldTogether(loginSeconds)) {
            loginSeconds *= 2;
            assertThat(loginSeconds).as("one waits for the other").isLessThan(40);
        }
    }

    /** False when ten callers took about as long as one after the other, be it that the machine is slow. */
    private boolean areToldTogether(int loginSeconds) throws Exception {
        XAConnectionFactory silent = hooked(
                XAConnectionFactory.class, broker.xaConnectionFactory(), Map.of("createXAConnection", connection -> {
                    new CountDownLatch(1).await();
                    return connection;
                }));
        JmsPoolConfig config =
                JmsPoolConfig.of("silent", silent).with(JmsPoolSetting.LOGIN_TIMEOUT_SECONDS, loginSeconds);
        try (JmsPool held = JmsPool.open(assent, config)) {
            long sinceNanos = System.nanoTime();
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                callers.add(threads.submit(() -> {
                    assertThatThrownBy(() -> use(held)).hasMessageStartingWith("ASSENT-5210 pool 'silent'");
                    return null;
                }));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
            return System.nanoTime() - sinceNanos < SECONDS.toNanos(6L * loginSeconds);
        }
    }
}
