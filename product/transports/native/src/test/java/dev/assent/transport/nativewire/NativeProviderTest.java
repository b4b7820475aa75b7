package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.remote.transport.WireObserver;
import dev.assent.remote.transport.WireObserver.Way;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Native transports by a node's configuration, and what their observer sees. */
@Fast
class NativeProviderTest {
    private final TransportProvider provider = TransportProviders.found().of("native://127.0.0.1:0");

    private static TransportOwner owner(@Nullable WireObserver observer) {
        return new TransportOwner(
                null, nothing -> null, SystemClock.INSTANCE, new SystemLoggerNotices(), observer, null, none -> false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "native://127.0.0.1     | threads    | 2   | transport.a.listen     | HOST:PORT",
                "native://127.0.0.1:0   | threads    | 0   | transport.a.threads    | 1 to 64",
                "native://127.0.0.1:0   | thread     | 2   | transport.a.thread     | frame-bytes-max",
                "native://127.0.0.1:0   | listen     | x   | transport.a.listen     | frame-bytes-max",
                "native+udp://127.0.0.1 | threads    | 2   | transport.a.listen     | native+http://HOST:PORT",
                "native://127.0.0.1:0   | key-store  | x   | transport.a.trust-store| a path, since"
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
                "native:/127.0.0.1:7400",
                "native:127.0.0.1:7400",
                "native://",
                "native:/",
                "native://127.0.0.1",
                "native://127.0.0.1:",
                "native://127.0.0.1:x",
                "native://127.0.0.1:65536",
                "native://:7400",
                "native://::1:7400",
                "native://[::1]",
                "native://127.0.0.1:7400/a",
                "native+http://127.0.0.1"
            })
    void anAddressThatIsNoPlaceIsNamedAsItWasWritten(String listen) {
        assertThatThrownBy(() -> provider.configure("a", listen, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-1031", "'transport.a.listen'", "'" + listen + "'", "://HOST:PORT");
    }

    @Test
    void aPlaceMayBeANumberOfIpv6() {
        assertThat(provider.configure("a", "native://[::1]:0", Map.of()).scheme())
                .isEqualTo("native");
    }

    @Test
    void thePlaceAndTheTunnelMayNotContradict() {
        assertThatThrownBy(() -> provider.configure("a", "native+http://127.0.0.1:0", Map.of("tunnel", "none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "'transport.a.tunnel'",
                        "'none'",
                        "allowed: http",
                        "'transport.a.listen' is 'native+http://127.0.0.1:0'");
    }

    @ParameterizedTest
    @CsvSource({"native://127.0.0.1:0,http", "native+http://127.0.0.1:0,http", "native+http://127.0.0.1:0,"})
    void theTunnelIsSaidByThePlaceOrByItsKey(String listen, @Nullable String tunnel) throws Exception {
        Map<String, String> settings = tunnel == null ? Map.of() : Map.of("tunnel", tunnel);
        TransportProvider.Opening opening =
                TransportProviders.found().of(listen).configure("a", listen, settings);
        assertThat(opening.scheme()).isEqualTo("native+http");
        TransportProvider.Opening ofClient = provider.configure("b", "native+http:", Map.of());
        try (Transport server = opening.make(owner(null));
                Transport client = ofClient.make(owner(null))) {
            server.open(new Refusing());
            client.open(new Refusing());
            assertThat(server.address()).matches("native\\+http://127\\.0\\.0\\.1:[1-9]\\d*");
            assertThat(ask(client, server)).isInstanceOf(Response.Refused.class);
        }
    }

    @Test
    void aFileThatCannotBeReadIsNamedWithItsKey(@TempDir Path folder) {
        String file = folder.resolve("none.p12").toString();
        TransportProvider.Opening opening =
                provider.configure("a", "native://127.0.0.1:0", Map.of("key-store", file, "trust-store", "any"));
        assertThatThrownBy(() -> opening.make(owner(null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ASSENT-8116", file, "'transport.a.key-store'");
    }

    @Test
    void aPlaceBeyondThisMachineNeedsACertificateByItsKey() {
        try (Transport bare =
                provider.configure("a", "native://0.0.0.0:0", Map.of()).make(owner(null))) {
            assertThatThrownBy(() -> bare.open(new Refusing()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll(
                            "ASSENT-8114", "'transport.a.key-store'", "'transport.a.plain-beyond-loopback'");
        }
    }

    @Test
    void aPlaceThatIsTakenIsNamedWithItsKey() {
        try (Transport first =
                provider.configure("a", "native://127.0.0.1:0", Map.of()).make(owner(null))) {
            first.open(new Refusing());
            String taken = Objects.requireNonNull(first.address());
            try (Transport second = provider.configure("b", taken, Map.of()).make(owner(null))) {
                assertThatThrownBy(() -> second.open(new Refusing()))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContainingAll("ASSENT-8101", "'transport.b.listen'");
            }
        }
    }

    @Test
    void oneThatDoesNotListenHasNoAddress() {
        try (Transport client = provider.configure("a", "native:", Map.of()).make(owner(null))) {
            client.open(new Refusing());
            assertThat(client.address()).isNull();
        }
    }

    @Test
    void bothSidesAreToldOfEachMessageWithTheSameBytes() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        try (Transport server = provider.configure("a", "native://127.0.0.1:0", Map.of())
                        .make(owner(note("server", told)));
                Transport client = provider.configure("a", "native:", Map.of()).make(owner(note("client", told)))) {
            server.open(new Refusing());
            client.open(new Refusing());
            ask(client, server);
        }
        String asked = bytes(told, "client OUT Begin");
        String answered = bytes(told, "server OUT Refused");
        assertThat(told)
                .containsExactlyInAnyOrder(
                        "client OUT Begin " + asked,
                        "server IN Begin " + asked,
                        "server OUT Refused " + answered,
                        "client IN Refused " + answered);
        assertThat(Integer.parseInt(asked)).isBetween(14, 64);
    }

    private static Response ask(Transport client, Transport server) throws Exception {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        client.peer(Objects.requireNonNull(server.address())).ask(new Request.Begin(5), 10_000, answer::complete);
        return answer.get();
    }

    private static WireObserver note(String who, List<String> told) {
        return (Way way, String peer, Object message, int bytes) ->
                told.add(who + " " + way + " " + message.getClass().getSimpleName() + " " + bytes);
    }

    private static String bytes(List<String> told, String beginning) {
        String line = told.stream()
                .filter(each -> each.startsWith(beginning + " "))
                .findFirst()
                .orElseThrow();
        return line.substring(beginning.length() + 1);
    }
}
