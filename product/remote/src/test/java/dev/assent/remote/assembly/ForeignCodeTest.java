package dev.assent.remote.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.TransactionId;
import dev.assent.core.Internals;
import dev.assent.core.NodeLayer;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.fixture.AnyThrowable;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.local.LocalWork;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.WireObserver;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The one rule for foreign code ({@link dev.assent.core.foreign.ForeignCode}): each place of core that calls some throws each
 * kind of Throwable, and the transaction ends, the thread is free, and the node goes on.
 */
@Fast
class ForeignCodeTest {
    /** Where the work of a transaction calls foreign code. */
    private enum Place {
        BEFORE_COMPLETION,
        BEFORE_COMPLETION_INTERPOSED,
        BEFORE_COMPLETION_OF_ONE_THAT_CANT_BE_NAMED,
        AFTER_COMPLETION,
        END,
        PREPARE,
        COMMIT,
        COMMIT_ONE_PHASE,
        ROLLBACK,
        LOCAL_COMMIT,
        LOCAL_ROLLBACK
    }

    static Stream<Arguments> places() {
        return Arrays.stream(Place.values())
                .flatMap(place -> Arrays.stream(Kind.values()).map(kind -> Arguments.of(place, kind)));
    }

    private static Synchronization synchronization(Kind kind, boolean isBefore, boolean isNamed) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                if (isBefore) {
                    AnyThrowable.raise(kind.made());
                }
            }

            @Override
            public void afterCompletion(int status) {
                AnyThrowable.raise(kind.made());
            }

            @Override
            public String toString() {
                if (!isNamed) {
                    AnyThrowable.raise(kind.made());
                }
                return "synchronization of a test";
            }
        };
    }

    private static LocalWork work(Kind kind) {
        return new LocalWork() {
            @Override
            public void commit(@Nullable TransactionId marker) {
                AnyThrowable.raise(kind.made());
            }

            @Override
            public void rollback() {
                AnyThrowable.raise(kind.made());
            }
        };
    }

    private static void prepare(Place place, Kind kind, TestNode node, JtaTransaction begun, RecordingResource orders)
            throws Exception {
        switch (place) {
            case BEFORE_COMPLETION -> begun.registerSynchronization(synchronization(kind, true, true));
            case BEFORE_COMPLETION_INTERPOSED ->
                node.registry().registerInterposedSynchronization(synchronization(kind, true, true));
            case BEFORE_COMPLETION_OF_ONE_THAT_CANT_BE_NAMED ->
                begun.registerSynchronization(synchronization(kind, true, false));
            case AFTER_COMPLETION -> begun.registerSynchronization(synchronization(kind, false, true));
            case END -> orders.throwing(XaVerb.END, kind.made());
            case PREPARE -> orders.throwing(XaVerb.PREPARE, kind.made());
            case COMMIT -> orders.throwing(XaVerb.COMMIT, kind.made());
            case COMMIT_ONE_PHASE -> orders.throwing(XaVerb.COMMIT_ONE_PHASE, kind.made());
            case ROLLBACK -> orders.throwing(XaVerb.ROLLBACK, kind.made());
            case LOCAL_COMMIT, LOCAL_ROLLBACK -> {
                node.resources().register(new RecordingLocalResource("last", new EventList(), false));
                begun.enlistLastResource("last", work(kind));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("places")
    void commitOrRollback_foreignCodeThrowsAnything_theTransactionEnds(Place place, Kind kind) throws Exception {
        try (TestNode node = TestNode.open()) {
            RecordingResource orders = node.resource("orders");
            RecordingResource payments = node.resource("payments");
            boolean isLone = place == Place.COMMIT_ONE_PHASE;
            JtaTransaction begun = isLone ? node.beginOn(orders) : node.beginOn(orders, payments);
            prepare(place, kind, node, begun, orders);
            boolean isRollback = place == Place.ROLLBACK || place == Place.LOCAL_ROLLBACK;
            Throwable told = catchThrowable(() -> {
                if (isRollback) {
                    node.manager().rollback();
                } else {
                    node.manager().commit();
                }
            });
            if (told != null) {
                assertThat(told.getClass())
                        .isIn(
                                RollbackException.class,
                                HeuristicMixedException.class,
                                HeuristicRollbackException.class,
                                SystemException.class);
            }
            assertThat(node.manager().getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
            assertThat(node.coordinator().isRunning()).isTrue();
            node.recovery().run(true);
            assertThat(node.coordinator().isIdle()).isTrue();
            if (place.name().startsWith("BEFORE")) {
                assertThat(told).isInstanceOf(RollbackException.class);
                assertThat(orders.rolledBack()).isOne();
            }
            if (place == Place.AFTER_COMPLETION) {
                assertThat(told).isNull();
                assertThat(orders.committed()).isOne();
            }
        }
    }

    // ---- foreign code that a whole node only notifies

    private static AssentConfig config() {
        return AssentConfig.defaults().with(Setting.LOG, "memory");
    }

    /** It takes transactions and ends them. */
    private static void assertWorks(Assent assent) throws Exception {
        TransactionManager manager = assent.transactionManager();
        manager.begin();
        manager.commit();
        manager.begin();
        manager.rollback();
        assertThat(Internals.coordinator(assent).isRunning()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void tracer_throwsAnything_theNodeWorks(Kind kind) throws Exception {
        AtomicBoolean isTold = new AtomicBoolean();
        try (Assent assent = Internals.tracer(Assent.builder().config(config()), (point, id, participant) -> {
                    isTold.set(true);
                    AnyThrowable.raise(kind.made());
                })
                .open()) {
            assent.recover(); // has points of its own
            assertWorks(assent);
        }
        assertThat(isTold).isTrue();
    }

    /** The tick of a layer throws the exceptions of the layer's own transports. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void tickOfALayer_throwsAnything_theTimerGoesOn(Kind kind) throws Exception {
        CountDownLatch ticks = new CountDownLatch(3);
        try (Assent assent = Internals.layer(Assent.builder().config(config()), parts -> new TickingLayer(kind, ticks))
                .open()) {
            ticks.await();
            assertWorks(assent);
        }
    }

    @Test
    void tickOfALayer_throwsEachTime_transactionsRunOutOfTime() throws Exception {
        try (Assent assent = Internals.layer(
                        Assent.builder().config(config()),
                        parts -> new TickingLayer(Kind.MEMORY, new CountDownLatch(1)))
                .open()) {
            assent.transactionManager().setTransactionTimeout(1);
            assent.transactionManager().begin();
            Awaitility.await().until(Internals.coordinator(assent)::isIdle);
            assertThat(catchThrowable(assent.transactionManager()::commit)).isInstanceOf(RollbackException.class);
        }
    }

    private record TickingLayer(Kind kind, CountDownLatch ticks) implements NodeLayer {
        @Override
        public Descriptions descriptions() {
            return Descriptions.NONE;
        }

        @Override
        public void ready() {
            // nothing begins
        }

        @Override
        public void tick() {
            ticks.countDown();
            AnyThrowable.raise(kind.made());
        }

        @Override
        public void stop() {
            // nothing has begun
        }

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    /** A handler of an application, or of an agent, as long as something is wrong with it. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void logger_throwsAnything_theNoticeIsLoggedLater(Kind kind) {
        Logger logger = Logger.getLogger("dev.assent");
        AtomicBoolean isBroken = new AtomicBoolean(true);
        EventList logged = new EventList();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord notice) {
                if (isBroken.get()) {
                    AnyThrowable.raise(kind.made());
                }
                logged.add(notice.getMessage());
            }

            @Override
            public void flush() {
                // nothing is kept
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        logger.addHandler(handler);
        try {
            SystemLoggerNotices notices = new SystemLoggerNotices();
            notices.warning("one");
            notices.info("two");
            notices.retry();
            assertThat(logged.all()).isEmpty();
            isBroken.set(false);
            notices.retry();
            notices.retry();
            assertThat(logged.all()).containsExactly("one", "two");
        } finally {
            logger.removeHandler(handler);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void wireObserver_throwsAnything_theTransportGoesOn(Kind kind) {
        WireObserver throwing = (way, peer, message, bytes) -> AnyThrowable.raise(kind.made());
        WireObserver given = new TransportOwner(
                        null, name -> null, SystemClock.INSTANCE, new RecordingNotices(), throwing, null, none -> false)
                .observer();
        assertThat(given).isNotNull();
        given.passed(WireObserver.Way.IN, "peer", "message", 1);
    }
}
