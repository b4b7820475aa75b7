package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.remote.transport.WireObserver;
import dev.assent.remote.transport.WireObserver.Way;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Native transports by a node's configuration, and what an observer of theirs is told. */
class NativeProviderTest {
    private final TransportProvider provider = TransportProviders.found().of("native://127.0.0.1:0");

    private static TransportOwner owner(WireObserver observer) {
        return new TransportOwner(null, nothing -> null, SystemClock.INSTANCE, new SystemLoggerNotices(), observer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "native://127.0.0.1     | threads    | 2   | transport.a.listen     | HOST:PORT",
                "native://127.0.0.1:0   | threads    | 0   | transport.a.threads    | 1 to 64",
                "native://127.0.0.1:0   | thread     | 2   | transport.a.thread     | frame-bytes-max",
                "native://127.0.0.1:0   | listen     | x   | transport.a.listen     | frame-bytes-max"
            })
    void aMistakeIsNamedByItsKeyInTheFile(String listen, String key, String value, String named, String allowed) {
        assertThatThrownBy(() -> provider.configure("a", listen, Map.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'" + named + "'", allowed);
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
            CompletableFuture<Response> answer = new CompletableFuture<>();
            client.peer(Objects.requireNonNull(server.address())).ask(new Request.Begin(5), 10_000, answer::complete);
            answer.get(10, TimeUnit.SECONDS);
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
