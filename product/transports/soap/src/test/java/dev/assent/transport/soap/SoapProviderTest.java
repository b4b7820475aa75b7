package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.AssentConfig;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.Setting;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.harness.Fast;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.client.TakesNothing;
import dev.assent.remote.fixture.CertificateSigner;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.TransportProviders;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SOAP transports by a node's configuration. */
@Fast
class SoapProviderTest {
    private final TransportProvider provider = TransportProviders.found().of("soap://127.0.0.1:8080");

    private static TransportOwner owner(@Nullable NodeEpoch life) {
        return new TransportOwner(
                life, nothing -> null, SystemClock.INSTANCE, new SystemLoggerNotices(), null, null, none -> false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "soap://127.0.0.1        | threads-max       | 4   | transport.a.listen            | HOST:PORT",
                "soap://127.0.0.1:8080/a | threads-max       | 4   | transport.a.listen            | HOST:PORT",
                "soap://127.0.0.1:8080   | threads-max       | 0   | transport.a.threads-max       | 4 to",
                "soap://127.0.0.1:8080   | thread            | 4   | transport.a.thread            | threads-max",
                "soap://127.0.0.1:8080   | listen            | x   | transport.a.listen            | threads-max",
                "soap://127.0.0.1:8080   | http              | 2   | transport.a.http              | 1.1 or 1.0",
                "soap://127.0.0.1:8080   | expires           | s   | transport.a.expires           | milliseconds or seconds",
                "soap://127.0.0.1:8080   | message-bytes-max | 1   | transport.a.message-bytes-max | 65536 to",
                "soap+x://127.0.0.1:1    | threads-max       | 4   | transport.a.listen            | soap://HOST:PORT",
                "soap+https://127.0.0.1:1 | threads-max      | 4   | transport.a.listen            | soap://HOST:PORT, since",
                "soap://127.0.0.1:1      | key-store         | k   | transport.a.trust-store       | a path, since",
                "soap://127.0.0.1:1      | gzip              | yes | transport.a.gzip              | true or false"
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
                "soap:/127.0.0.1:8080",
                "soap:127.0.0.1:8080",
                "soap://",
                "soap:/",
                "soap://127.0.0.1",
                "soap://127.0.0.1:",
                "soap://127.0.0.1:/",
                "soap://127.0.0.1:x",
                "soap://127.0.0.1:65536",
                "soap://:8080",
                "soap://::1:8080",
                "soap://[::1]",
                "soap://127.0.0.1:8080/a"
            })
    void anAddressThatIsNoPlaceIsNamedAsItWasWritten(String listen) {
        assertThatThrownBy(() -> provider.configure("a", listen, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-1031", "'transport.a.listen'", "'" + listen + "'", "soap://HOST:PORT");
    }

    @Test
    void aPlaceMayBeANumberOfIpv6() {
        assertThat(provider.configure("a", "soap://[::1]:8080", Map.of()).scheme())
                .isEqualTo("soap");
    }

    @Test
    void aNodeThatListensNeedsAKey(@TempDir Path folder) {
        TransportOwner node = owner(new NodeEpoch(new NodeId(1, 2), 1, 0));
        assertThatThrownBy(() -> provider.configure("a", "soap://127.0.0.1:8080", Map.of())
                        .make(node))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'transport.a.key-file'", "'transport.a.listen'");
        String notThere = folder.resolve("none").resolve("key").toString();
        assertThatThrownBy(() -> provider.configure("a", "soap://127.0.0.1:8080", Map.of("key-file", notThere))
                        .make(node))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ASSENT-8629", notThere, "'transport.a.key-file'");
    }

    @Test
    void of_nodeListensAndItsLogIsInMemory_needsAKey() {
        AssentConfig core = AssentConfig.defaults().with(Setting.LOG, "memory");
        SoapConfig listening = SoapConfig.defaults().with(SoapSetting.LISTEN, "127.0.0.1:0");
        try (ConnectedNode node = ConnectedNode.open(core, RemoteConfig.defaults())) {
            assertThatThrownBy(() -> SoapTransport.of(node, listening))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-1031", "'soap-key-file'", "'soap-listen'");
        }
    }

    @Test
    void aKeyStoreMakesItHttps(@TempDir Path folder) {
        CertificateSigner.Files files = new CertificateSigner(folder, "signer").sign("node", null);
        Map<String, String> settings = new HashMap<>(Map.of(
                "key-store",
                files.own().toString(),
                "key-store-password",
                CertificateSigner.PASSWORD,
                "trust-store",
                files.trusted().toString(),
                "trust-store-password",
                CertificateSigner.PASSWORD));
        assertThatThrownBy(() -> provider.configure("a", "soap://127.0.0.1:1", settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'transport.a.listen'", "soap+https://HOST:PORT", "'transport.a.key-store'");
        try (Transport client = provider.configure("a", "soap+https:", settings).make(owner(null))) {
            assertThat(client.scheme()).isEqualTo("soap+https");
            assertThat(client.peer("soap+https://10.0.0.1:8443").address()).isEqualTo("soap+https://10.0.0.1:8443");
            assertThatThrownBy(() -> client.peer("soap://127.0.0.1:8080"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-8640", "soap://127.0.0.1:8080", "'transport.a.key-store'");
        }
        settings.put("trust-store-password", "another");
        assertThatThrownBy(
                        () -> provider.configure("a", "soap+https:", settings).make(owner(null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ASSENT-8639", files.trusted().toString(), "'transport.a.trust-store'");
    }

    @Test
    void oneThatDoesNotListenNeedsNone() {
        try (Transport client = provider.configure("a", "soap:", Map.of()).make(owner(null))) {
            client.open(TakesNothing.INSTANCE);
            assertThat(client.address()).isNull();
            assertThat(client.entrances()).isEmpty();
            assertThat(client.scheme()).isEqualTo("soap");
        }
    }

    @Test
    void beyondThisMachineNothingGoesUnlessThatIsSaid() {
        try (Transport client = provider.configure("a", "soap:", Map.of()).make(owner(null))) {
            assertThatThrownBy(() -> client.peer("soap://10.0.0.1:8080"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("ASSENT-8625", "10.0.0.1", "'transport.a.plain-beyond-loopback'");
        }
        Map<String, String> open = Map.of("plain-beyond-loopback", "true");
        try (Transport client = provider.configure("a", "soap:", open).make(owner(null))) {
            assertThat(client.peer("soap://10.0.0.1:8080").address()).isEqualTo("soap://10.0.0.1:8080");
        }
        assertThatThrownBy(() -> provider.configure("a", "soap://10.0.0.1:8080", Map.of())
                        .make(owner(null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-8625");
    }
}
