package dev.assent.transport.iiop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.harness.Fast;
import dev.assent.remote.client.TakesNothing;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.TransportProviders;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** IIOP transports by a node's configuration. */
@Fast
class IiopProviderTest {
    private final TransportProvider provider = TransportProviders.found().of("iiop://127.0.0.1:3528");

    private static TransportOwner owner(@Nullable NodeEpoch life) {
        return new TransportOwner(
                life, nothing -> null, SystemClock.INSTANCE, new SystemLoggerNotices(), null, null, none -> false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "iiop://127.0.0.1      | threads-max          | 2    | transport.a.listen               | HOST:PORT",
                "iiop://127.0.0.1:0    | threads-max          | 2    | transport.a.listen               | port from 1",
                "iiop://127.0.0.1:3528 | threads-max          | 0    | transport.a.threads-max          | 1 to",
                "iiop://127.0.0.1:3528 | thread               | 2    | transport.a.thread               | threads-max",
                "iiop://127.0.0.1:3528 | listen               | x    | transport.a.listen               | threads-max",
                "iiop://127.0.0.1:3528 | address              | host | transport.a.address              | HOST:PORT",
                "iiop://127.0.0.1:3528 | context-id           | -1   | transport.a.context-id           | 4294967295",
                "iiop://127.0.0.1:3528 | context-ids-of-peers | x=1  | transport.a.context-ids-of-peers | HOST:PORT=NUMBER",
                "ssliop://127.0.0.1:1  | threads-max          | 2    | transport.a.listen               | iiop://HOST:PORT"
            })
    void aMistakeIsNamedByItsKeyInTheFile(String listen, String key, String value, String named, String allowed) {
        assertThatThrownBy(() -> provider.configure("a", listen, Map.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'" + named + "'", allowed);
    }

    /** It was: without a host the transport listened nowhere, and without the scheme nobody found the value again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "iiop:/127.0.0.1:3528",
                "iiop:127.0.0.1:3528",
                "iiop://",
                "iiop:/",
                "iiop://127.0.0.1",
                "iiop://127.0.0.1:",
                "iiop://127.0.0.1:x",
                "iiop://127.0.0.1:65536",
                "iiop://:3528",
                "iiop://::1:3528",
                "iiop://[::1]",
                "iiop://127.0.0.1:3528/a"
            })
    void anAddressThatIsNoPlaceIsNamedAsItWasWritten(String listen) {
        assertThatThrownBy(() -> provider.configure("a", listen, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-1031", "'transport.a.listen'", "'" + listen + "'", "iiop://HOST:PORT");
    }

    @Test
    void aPlaceMayBeANumberOfIpv6() {
        assertThat(provider.configure("a", "iiop://[::1]:3528", Map.of()).scheme())
                .isEqualTo("iiop");
    }

    @Test
    void aNodeThatListensNeedsAKey(@TempDir Path folder) {
        TransportOwner node = owner(new NodeEpoch(new NodeId(1, 2), 1, 0));
        assertThatThrownBy(() -> provider.configure("a", "iiop://127.0.0.1:3528", Map.of())
                        .make(node))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'transport.a.key-file'", "'transport.a.listen'");
        String notThere = folder.resolve("none").resolve("key").toString();
        assertThatThrownBy(() -> provider.configure("a", "iiop://127.0.0.1:3528", Map.of("key-file", notThere))
                        .make(node))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ASSENT-8209", notThere, "'transport.a.key-file'");
    }

    @Test
    void oneThatDoesNotListenNeedsNone() {
        try (Transport client = provider.configure("a", "iiop:", Map.of()).make(owner(null))) {
            client.open(TakesNothing.INSTANCE);
            assertThat(client.address()).isNull();
            assertThat(client.scheme()).isEqualTo("iiop");
        }
    }

    @Test
    void beyondThisMachineNothingGoesUnlessThatIsSaid() {
        try (Transport client = provider.configure("a", "iiop:", Map.of()).make(owner(null))) {
            assertThatThrownBy(() -> client.peer("iiop://10.0.0.1:3528"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-8208", "10.0.0.1:3528", "'transport.a.plain-beyond-loopback'");
        }
        Map<String, String> open = Map.of("plain-beyond-loopback", "true");
        try (Transport client = provider.configure("a", "iiop:", open).make(owner(null))) {
            assertThat(client.peer("iiop://10.0.0.1:3528").address()).isEqualTo("iiop://10.0.0.1:3528");
        }
    }

    @Test
    void aPlaceThatIsTakenIsTold() {
        try (IiopFixture wire = new IiopFixture(SystemClock.INSTANCE, new TransportFixture.Limits(1_000, 0));
                Transport first = wire.transport("a", new NodeEpoch(new NodeId(1, 2), 1, 0), none -> null);
                Transport second = wire.transport("a", new NodeEpoch(new NodeId(3, 4), 1, 0), none -> null)) {
            first.open(TakesNothing.INSTANCE);
            assertThatThrownBy(() -> second.open(TakesNothing.INSTANCE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("ASSENT-8203", wire.place("a"));
        }
    }
}
