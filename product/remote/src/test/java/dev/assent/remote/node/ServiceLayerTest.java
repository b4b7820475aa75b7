package dev.assent.remote.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.Referenced;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Transport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node's timer and its close do to the remote parts. */
@Fast
class ServiceLayerTest {
    private static final int REQUEST_MILLIS = 1_000;
    private static final int LEASE_SECONDS = 10;

    private final AdjustableClock clock = new AdjustableClock();
    private final EventList events = new EventList();
    private final Queue<Runnable> held = new ArrayDeque<>();
    private boolean isHolding;
    private final LocalNetwork network = new LocalNetwork(
            work -> {
                if (isHolding) {
                    held.add(work);
                } else {
                    work.run();
                }
            },
            clock,
            new LocalNetwork.Times(REQUEST_MILLIS, 0));
    private final AtomicReference<ServiceLayer> made = new AtomicReference<>();
    private final TestNode node = ServiceNode.inMemory("bank")
            .clock(clock)
            .layer(parts -> {
                made.set(new ServiceLayer(
                        parts, RemoteConfig.defaults().with(RemoteSetting.REFERENCE_LEASE_SECONDS, LEASE_SECONDS)));
                return made.get();
            })
            .open();
    private final ServiceLayer layer = Objects.requireNonNull(made.get());
    private final Transport transport =
            network.transport("bank", node.coordinator().life().node());

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

    private final ServiceNode caller = new ServiceNode("caller", new InProcessFixture(network), events, clock);

    private Bank bank() {
        return caller.services().connect("in-process://bank/bank", Bank.class);
    }

    @BeforeEach
    void join() {
        layer.ready();
        layer.remoting().add(transport);
        layer.services().export("bank", Bank.class, () -> () -> events.add("closed"), CallTransaction.SUPPORTS);
    }

    @AfterEach
    void close() {
        isHolding = false;
        caller.close();
        layer.close();
        node.close();
    }

    /** A message that waits for its answer, until the node's own timer gives it up. */
    @Test
    void tick_aRequestIsNotAnswered_endsIt() {
        isHolding = true;
        List<Response> answers = new ArrayList<>();
        transport.peer("in-process://bank").ask(new Request.Begin(0), 60_000, answers::add);
        clock.advance(Duration.ofMillis(REQUEST_MILLIS - 1));
        layer.tick();
        assertThat(answers).isEmpty();
        clock.advance(Duration.ofMillis(1));
        layer.tick();
        assertThat(answers).singleElement().isInstanceOf(Response.Unanswered.class);
    }

    @Test
    void tick_aReferenceIsNotUsed_closesItsObject() {
        assertThat(bank().open()).isNotNull();
        clock.advance(Duration.ofSeconds(LEASE_SECONDS - 1));
        layer.tick();
        assertThat(events.all()).isEmpty();
        clock.advance(Duration.ofSeconds(2));
        layer.tick();
        assertThat(events.all()).containsExactly("closed");
    }

    @Test
    void stop_aCallComesLater_isRefusedAndNotUnderWay() {
        Bank bank = bank();
        layer.stop();
        assertThatThrownBy(bank::open).isInstanceOf(ServiceRefusedException.class);
        assertThat(layer.isIdle()).isTrue();
    }

    @Test
    void isIdle_aCallIsUnderWay_isFalse() {
        List<Boolean> seen = new ArrayList<>();
        layer.services().export("look", Runnable.class, () -> seen.add(layer.isIdle()), CallTransaction.SUPPORTS);
        caller.services().connect("in-process://bank/look", Runnable.class).run();
        assertThat(seen).containsExactly(false);
        assertThat(layer.isIdle()).isTrue();
    }

    @Test
    void close_aReferenceIsInUse_closesItsObjectAndTakesNoCall() {
        Bank bank = bank();
        assertThat(bank.open()).isNotNull();
        layer.close();
        assertThat(events.all()).containsExactly("closed");
        assertThatThrownBy(bank::open).isInstanceOf(CallUnsentException.class);
    }
}
