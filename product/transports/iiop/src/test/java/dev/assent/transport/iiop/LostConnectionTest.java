package dev.assent.transport.iiop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.corba.se.impl.transport.CorbaOutboundConnectionCacheImpl;
import com.sun.corba.se.spi.transport.CorbaConnection;
import com.sun.corba.se.spi.transport.CorbaTransportManager;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;

/** A connection that is lost costs the calls that use it, and no later ones. */
@Fast
class LostConnectionTest {
    /** The exported interface. */
    public interface Account {
        /** Adds to it. */
        int add(int amount);
    }

    private final AdjustableClock clock = new AdjustableClock();
    private final EventList events = new EventList();
    private final TransportFixture wire =
            IiopWires.open(clock, new TransportFixture.Limits(10_000, 0), IiopWires.Options.USUAL);
    private final ServiceNode shop = new ServiceNode("shop", wire, events, clock);

    @AfterEach
    void close() {
        shop.close();
        wire.close();
    }

    /**
     * The ORB reads from a new connection before its cache has it. If the other side is killed between the two, the
     * cache keeps a closed connection.
     */
    @Test
    void aClosedConnectionIsNotUsedForever() throws IOException {
        try (ServiceNode bank = new ServiceNode("bank", wire, events, clock)) {
            bank.services().export("account", Account.class, amount -> amount + 1, CallTransaction.SUPPORTS);
            Account account = shop.services().connect(bank.address("account"), Account.class);
            assertThat(account.add(1)).isEqualTo(2);

            Awaitility.await().pollInSameThread().until(() -> {
                keepClosedConnection();
                try {
                    account.add(1); // unless the thread that reads from the connection has removed it again
                    return false;
                } catch (CallUnsentException lost) {
                    assertThat(lost).hasMessageContaining("COMM_FAILURE");
                    return true;
                }
            });
            assertThat(account.add(1)).isEqualTo(2);
        }
    }

    private void keepClosedConnection() {
        CorbaTransportManager connections =
                ((com.sun.corba.se.spi.orb.ORB) ((IiopTransport) shop.transport()).orb()).getCorbaTransportManager();
        CorbaOutboundConnectionCacheImpl cache = (CorbaOutboundConnectionCacheImpl)
                connections.getOutboundConnectionCaches().stream().findFirst().orElseThrow();
        CorbaConnection lost = (CorbaConnection)
                Objects.requireNonNull(cache.values().iterator().next());
        lost.purgeCalls(new COMM_FAILURE("the bank is killed", 0, CompletionStatus.COMPLETED_MAYBE), false, false);
        cache.put(lost.getContactInfo(), lost);
    }

    @Test
    void aPeerThatResetsEveryConnectionIsTriedAgain() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            AtomicInteger taken = new AtomicInteger();
            Thread taking = new Thread(() -> reset(listening, taken), "resetting");
            taking.setDaemon(true);
            taking.start();
            String reference = new WrittenIor("IDL:test/Reset:1.0")
                    .at("127.0.0.1", listening.getLocalPort(), new byte[] {1})
                    .toString();
            Account account = shop.services()
                    .connect("iiop://127.0.0.1:" + listening.getLocalPort() + "/" + reference, Account.class);
            Awaitility.await().pollInSameThread().until(() -> {
                assertThatThrownBy(() -> account.add(1)).hasMessageContaining("COMM_FAILURE");
                return taken.get() >= 5;
            });
        }
    }

    private static void reset(ServerSocket listening, AtomicInteger taken) {
        try {
            while (true) {
                try (Socket connection = listening.accept()) {
                    taken.incrementAndGet();
                    connection.setSoLinger(true, 0);
                }
            }
        } catch (IOException closed) {
            return;
        }
    }
}
