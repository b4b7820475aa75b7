package dev.assent.transport.iiop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.CallCost;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The bytes of a call on the connection, with a transaction and without, as the Java runtime counts writes to sockets;
 * docs/design/iiop.md has the figures. The paper's product needed 760 bytes more a call for its context.
 */
@Fast
class CallCostTest {
    private static final double PUBLISHED_BYTES = 760;

    /** The figures of docs/design/iiop.md. */
    private static final double PLAIN_BYTES = 256;

    private static final double CONTEXT_BYTES = 520;

    /** Values begin at multiples of so many bytes. */
    private static final double ALIGNMENT = 8;

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = IiopWires.open(clock, new TransportFixture.Limits(60_000, 0));
    private final EventList events = new EventList();
    private final ServiceNode server = new ServiceNode("server", wire, events, clock);
    private final ServiceNode client = new ServiceNode("client", wire, events, clock);

    /** The called interface. */
    public interface Numbers {
        int next(int number);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        wire.close();
    }

    @Test
    void aTransactionAddsNoMessageAndFewerBytesThanPublished() throws Exception {
        server.services().export("numbers", Numbers.class, number -> number + 1, CallTransaction.SUPPORTS);
        Numbers numbers = client.services().connect(server.address("numbers"), Numbers.class);
        assertThat(numbers.next(1)).isEqualTo(2); // looks the object up
        CallCost plain = CallCost.of(() -> numbers.next(1));
        client.manager().begin();
        numbers.next(1); // registers
        CallCost inside = CallCost.of(() -> numbers.next(1));
        client.manager().rollback();
        assertThat(plain.messages()).isEqualTo(2);
        assertThat(inside.messages()).isEqualTo(2);
        assertThat(plain.bytes()).isBetween(PLAIN_BYTES - ALIGNMENT, PLAIN_BYTES + ALIGNMENT);
        assertThat(inside.bytes() - plain.bytes())
                .isLessThan(PUBLISHED_BYTES)
                .isBetween(CONTEXT_BYTES - ALIGNMENT, CONTEXT_BYTES + ALIGNMENT);
    }

    /** A stranger asks four times: for the Control, what ends it, what it coordinates with, and the context. */
    @Test
    void aClientBeginsATransactionByOneQuestion() throws Exception {
        Transport ours = wire.transport("begins", null, none -> null);
        ours.open(Uncalled.INSTANCE);
        try {
            begin(ours); // looks the factory up
            assertThat(CallCost.of(() -> begin(ours)).messages()).isEqualTo(2);
        } finally {
            ours.close();
        }
    }

    private void begin(Transport from) {
        CompletableFuture<Response> begun = new CompletableFuture<>();
        from.peer(wire.address("server")).ask(new Request.Begin(60_000), 30_000, begun::complete);
        assertThat(begun.join()).isInstanceOf(Response.Begun.class);
    }

    /** A client, which nobody asks. */
    private enum Uncalled implements Inbound {
        INSTANCE;

        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            throw new AssertionError(call);
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            throw new AssertionError(request);
        }
    }
}
