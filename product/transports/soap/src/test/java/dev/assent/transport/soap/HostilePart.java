package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.remote.CallTransaction;
import dev.assent.transport.soap.Stranger.Reference;
import dev.assent.transport.soap.http.RawConnection;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A node that is sent what nobody should send, and a place that it must not call. */
abstract class HostilePart extends StrangersPart {
    static final int BYTES_MAX = 64 << 10;
    static final int CONNECTIONS_MAX = 40;

    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
    Stranger victim;

    /** The exported service. */
    public interface Shop {
        /** Gives back what it gets. */
        String echo(String text);
    }

    /** With limits in time as a test wants them. */
    HostilePart(long receiveMillisMax, long idleMillisMax) {
        config = config.with(SoapSetting.MESSAGE_BYTES_MAX, BYTES_MAX)
                .with(SoapSetting.CONNECTIONS_MAX, CONNECTIONS_MAX)
                .with(SoapSetting.RECEIVE_MILLIS_MAX, receiveMillisMax)
                .with(SoapSetting.IDLE_MILLIS_MAX, idleMillisMax);
    }

    @BeforeEach
    void openVictim() throws IOException {
        victim = new Stranger(dialect());
        String address = victim.place("").replaceFirst("^http", "soap");
        mayCall = other -> other.startsWith("soap://127.0.0.1:") && !other.startsWith(address);
        node.allowed = mayCall;
        node.services().export("shop", Shop.class, text -> text, CallTransaction.SUPPORTS);
        ticks.scheduleWithFixedDelay(() -> transport.tick(), 50, 50, TimeUnit.MILLISECONDS);
    }

    /** After any test: the node has called nobody, keeps nothing, and serves an honest stranger. */
    @AfterEach
    void assertUnharmed() throws Exception {
        try {
            Reference registration = stranger.begin(transport.activation());
            stranger.join(registration, "Completion", "init-last", SILENT); // a test's own "init" may have heard before
            stranger.join(registration, "Durable2PC", "D-last", COMMITS);
            assertThat(stranger.say("init-last", "Commit").status()).isEqualTo(202);
            stranger.awaitHeard("init-last:Committed"); // time that passes before this cuts off the Commit
            assertThat(heardBy("D-last")).containsExactly("D-last:Prepare", "D-last:Commit");
            pass(Duration.ofSeconds(61)); // which ends what was begun and left
            assertIdle();
            assertNobodyIsKnown();
            assertThat(victim.heard()).as("called without leave").isEmpty();
            assertThat(node.services().references()).isZero();
        } finally {
            ticks.shutdownNow();
            victim.close();
        }
    }

    /** The node repeats a rollback for a while to a participant that does not confirm it. Then the node forgets its transaction, too. */
    final void assertNobodyIsKnown() {
        Waiting.awaitWhileTimePasses().untilAsserted(() -> {
            pass(Duration.ofSeconds(11));
            node.node().recovery().run(false);
            assertThat(transport.participants()).isZero();
            assertThat(node.node().coordinator().parked())
                    .as("left to recovery")
                    .isEmpty();
        });
    }

    final int port() {
        return URI.create(transport.activation()).getPort();
    }

    final RawConnection connect() throws IOException {
        return RawConnection.to(port());
    }
}
