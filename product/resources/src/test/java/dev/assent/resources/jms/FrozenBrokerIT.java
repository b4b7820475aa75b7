package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.backends.Freeze;
import dev.assent.backends.artemis.ArtemisServer;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import dev.assent.resources.CapturedNotices;
import dev.assent.resources.SharedServers;
import jakarta.jms.JMSContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A broker that is frozen while calls of it are under way, as {@code FrozenIT} has it of a database. */
@Sampled
class FrozenBrokerIT {
    private static final int LIMIT_SECONDS = 4;

    /** Far above the limit, for a slow machine, and far below what the client waits. */
    private static final int CLOSED_SECONDS_MAX = 60;

    private static final ArtemisServer broker = SharedServers.broker();

    @RegisterExtension
    final CapturedNotices notices = new CapturedNotices();

    @TempDir
    Path folder;

    private final AtomicReference<FaultPoint> freezesAt = new AtomicReference<>();
    private final CountDownLatch frozen = new CountDownLatch(1);
    private volatile Freeze freeze;

    /** The work under way when the broker freezes. */
    private enum InFlight {
        PREPARE,
        ONE_PHASE,
        SEND,
        RECEIVE,
        RECOVERY,
        NOTHING
    }

    static List<InFlight> calls() {
        return Sample.of("calls of a frozen broker", 1, List.of(InFlight.values()));
    }

    @AfterEach
    void thaw() throws Exception {
        if (freeze != null) {
            freeze.close();
        }
        broker.drain("out");
    }

    private void freeze() {
        try {
            freeze = broker.freeze();
            frozen.countDown();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Assent open() {
        Tracer tracer = (point, id, participant) -> {
            if (point == freezesAt.get() && freezesAt.compareAndSet(point, null)) {
                freeze();
            }
        };
        return Internals.tracer(
                        Assent.builder()
                                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                                .with(Setting.CLOSE_LIMIT_SECONDS, LIMIT_SECONDS)
                                .with(Setting.DISPATCH, "inline"),
                        tracer)
                .open();
    }

    /** A client that waits for its broker longer than the test does. */
    private static JmsPool pool(Assent assent, String name) {
        String patient = broker.url().replace("callTimeout=20000", "callTimeout=3600000&callFailoverTimeout=3600000")
                + "&connectionTTL=-1&clientFailureCheckPeriod=-1";
        return JmsPool.open(
                assent,
                JmsPoolConfig.of(
                        name, new ActiveMQXAConnectionFactory(patient, ArtemisServer.USER, ArtemisServer.PASSWORD)));
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception closed) {
                // as the node was closed, or since nothing else was possible
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void send(JmsPool pool) {
        try (JMSContext context = pool.createContext()) {
            context.createProducer().send(context.createQueue("out"), "text");
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aNodeAndItsPoolsAreClosedWithinTheirLimits(InFlight inFlight) throws Exception {
        Assent assent = open();
        JmsPool pool = pool(assent, "queues");
        JmsPool other = pool(assent, "others");
        begin(assent, pool, other, inFlight);
        frozen.await();

        long sinceNanos = System.nanoTime();
        assent.close();
        pool.close();
        other.close();
        long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);

        assertThat(tookMillis).isLessThan(TimeUnit.SECONDS.toMillis(CLOSED_SECONDS_MAX));
        assertThat(notices.of("ASSENT-1009")).anyMatch(each -> each.contains("'queues'"));
        freeze.close();
        freeze = null;
        try (Assent successor = open();
                JmsPool again = JmsPool.open(successor, JmsPoolConfig.of("queues", broker.xaConnectionFactory()));
                JmsPool others = JmsPool.open(successor, JmsPoolConfig.of("others", broker.xaConnectionFactory()))) {
            await().until(() ->
                    successor.recover().isComplete() && broker.prepared().isEmpty());
        }
    }

    private void begin(Assent assent, JmsPool pool, JmsPool other, InFlight inFlight) throws Exception {
        switch (inFlight) {
            case PREPARE -> {
                freezesAt.set(FaultPoint.BEFORE_PREPARE);
                start(() -> {
                    assent.transactionManager().begin();
                    send(pool);
                    send(other);
                    assent.transactionManager().commit();
                });
            }
            case ONE_PHASE -> {
                freezesAt.set(FaultPoint.BEFORE_ONE_PHASE);
                start(() -> {
                    assent.transactionManager().begin();
                    send(pool);
                    assent.transactionManager().commit();
                });
            }
            case SEND ->
                start(() -> {
                    assent.transactionManager().begin();
                    send(pool);
                    freeze();
                    send(pool);
                });
            case RECEIVE ->
                start(() -> {
                    assent.transactionManager().begin();
                    try (JMSContext context = pool.createContext()) {
                        context.createProducer().send(context.createQueue("out"), "text");
                        freeze();
                        context.createConsumer(context.createQueue("in")).receiveBody(String.class, 3_600_000);
                    }
                });
            case RECOVERY -> {
                assent.transactionManager().begin();
                send(pool);
                assent.transactionManager().rollback();
                start(() -> {
                    freeze();
                    assent.recover();
                });
            }
            case NOTHING -> {
                assent.transactionManager().begin();
                send(pool);
                assent.transactionManager().rollback();
                freeze();
            }
        }
    }
}
