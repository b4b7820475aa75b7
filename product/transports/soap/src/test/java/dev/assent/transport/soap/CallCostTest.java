package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.CallCost;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a call costs on the connection, with a transaction and without one, as the Java runtime counts what is written
 * to sockets; docs/design/ws-at.md has the figures.
 */
@Fast
class CallCostTest {
    /** Ports, and numbers of transactions, have more digits or fewer. */
    private static final Offset<Double> VARIES = Offset.offset(25.0);

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire =
            new SoapFixture(clock, SoapConfig.defaults(), new TransportFixture.Limits(60_000, 0));
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
    void aTransactionAddsNoMessageAndAsManyBytesAsItsContextHas() throws Exception {
        server.services().export("numbers", Numbers.class, number -> number + 1, CallTransaction.SUPPORTS);
        Numbers numbers = client.services().connect(server.address("numbers"), Numbers.class);
        assertThat(numbers.next(1)).isEqualTo(2); // connects
        CallCost plain = CallCost.of(() -> numbers.next(1));
        client.manager().begin();
        numbers.next(1); // registers
        CallCost inside = CallCost.of(() -> numbers.next(1));
        client.manager().rollback();
        assertThat(plain.messages()).isEqualTo(2);
        assertThat(inside.messages()).isEqualTo(2);
        assertThat(plain.bytes()).isCloseTo(762.0, VARIES);
        assertThat(inside.bytes() - plain.bytes()).isCloseTo(768.0, VARIES);
    }
}
