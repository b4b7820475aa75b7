package dev.assent.remote.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.Referenced;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.LonelyTransport;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client with its real timer: its calls and references, and what operators read of a transport that fails. */
@Fast
class CallingClientTest {
    private static final Duration LEASE = Duration.ofMillis(ServiceLimits.DEFAULT.leaseMillis());

    private final AdjustableClock clock = new AdjustableClock();
    private final EventList events = new EventList();
    private final LocalNetwork network = new LocalNetwork(Runnable::run, clock, LocalNetwork.Times.DEFAULT);
    private final ServiceNode node = new ServiceNode("bank", new InProcessFixture(network), events, clock);
    private final ConnectedClient client = ConnectedClient.open("in-process://bank", RemoteConfig.defaults());
    private final Transport transport = network.transport("client", null);

    /** The called object. */
    interface Bank {
        Session open();
    }

    /** An object of a caller's own. */
    @Referenced
    interface Session extends AutoCloseable {
        @Override
        void close();
    }

    @AfterEach
    void close() {
        client.close();
        node.close();
    }

    private Session opened() {
        client.add(transport);
        node.services().export("bank", Bank.class, () -> () -> events.add("closed"), CallTransaction.SUPPORTS);
        return client.connect("in-process://bank/bank", Bank.class).open();
    }

    @Test
    void release_aReference_closesItsObject() {
        Session session = opened();
        assertThat(node.services().references()).isOne();
        client.release(session);
        assertThat(events.all()).containsExactly("closed");
        assertThat(node.services().references()).isZero();
    }

    @Test
    void renew_aReference_keepsItsObjectForAnotherLease() {
        Session session = opened();
        clock.advance(LEASE.minusSeconds(1));
        client.renew(session);
        clock.advance(LEASE.minusSeconds(1));
        node.services().tick();
        assertThat(node.services().references()).isOne();
        clock.advance(Duration.ofSeconds(2));
        node.services().tick();
        assertThat(events.all()).containsExactly("closed");
    }

    @Test
    void add_noTransportOfThatSchemeIsThere_isRefused() {
        assertThatThrownBy(() -> client.add("carrier-pigeon:", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dev.assent:assent-transport-carrier-pigeon");
        assertThat(client.addresses()).isEmpty();
    }

    @Test
    void addresses_areThoseOfTransportsThatHaveOne() {
        client.add(new Failing(new AtomicInteger(), () -> {}));
        assertThat(client.addresses()).isEmpty();
        client.add(transport);
        assertThat(client.addresses()).containsExactly("in-process://client");
        client.remove(transport);
        assertThat(client.addresses()).isEmpty();
    }

    @Test
    void remove_itsTransport_nothingIsReached() {
        client.add(transport);
        node.services().export("work", Runnable.class, () -> events.add("work"), CallTransaction.SUPPORTS);
        Runnable work = client.connect("in-process://bank/work", Runnable.class);
        work.run();
        assertThat(events.all()).containsExactly("work");
        client.remove(transport);
        assertThatThrownBy(work::run).isInstanceOf(CallUnsentException.class);
    }

    @Test
    void close_closesItsTransports() {
        AtomicInteger closes = new AtomicInteger();
        client.add(new Failing(new AtomicInteger(), closes::incrementAndGet));
        client.close();
        assertThat(closes).hasValue(1);
        assertThatThrownBy(() -> client.add(transport)).hasMessageContaining("ASSENT-8");
    }

    /** It has no transactions and no objects of its own, and obeys the same list of addresses as a node. */
    @Test
    void owner_ofItsTransports_isAProcessWithoutALog() {
        TransportOwner owner = CallingClient.owner(client);
        assertThat(owner.life()).isNull();
        assertThat(owner.folder()).isNull();
        assertThat(owner.types().apply("bank")).isNull();
        assertThat(owner.mayCall().test("native://127.0.0.1:7400")).isTrue();
        assertThat(owner.mayCall().test("native://bank.example:7400")).isFalse();
    }

    /** The logger fails too, as it may for lack of memory or file handles, and the notice comes later. */
    @Test
    void tick_aTransportThrowsAndTheLoggerToo_operatorsReadOfItLater() {
        Logger logger = Logger.getLogger("dev.assent");
        FailingOnce handler = new FailingOnce();
        logger.addHandler(handler);
        try {
            AtomicInteger ticks = new AtomicInteger();
            client.add(new Failing(ticks, () -> {}));
            await().until(() -> handler.logged.all(), logged -> !logged.isEmpty());
            assertThat(handler.logged.all()).singleElement().asString().contains("ASSENT-1007", Failing.TEXT);
            await().until(() -> ticks.get() > 1);
        } finally {
            logger.removeHandler(handler);
        }
    }

    /** Throws at the first notice about the transport. */
    private static final class FailingOnce extends Handler {
        final EventList logged = new EventList();
        private boolean hasFailed;

        @Override
        public void publish(LogRecord notice) {
            if (!notice.getMessage().contains(Failing.TEXT)) {
                return;
            }
            if (!hasFailed) {
                hasFailed = true;
                throw new IllegalStateException("the disk is full");
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
    }

    /** Its first tick throws. */
    private static final class Failing extends LonelyTransport {
        static final String TEXT = "the first tick of a test";

        private final AtomicInteger ticks;
        private final Runnable atClose;

        Failing(AtomicInteger ticks, Runnable atClose) {
            super("failing");
            this.ticks = ticks;
            this.atClose = atClose;
        }

        @Override
        public void tick() {
            if (ticks.getAndIncrement() == 0) {
                throw new IllegalStateException(TEXT);
            }
        }

        @Override
        public void close() {
            atClose.run();
        }
    }
}
