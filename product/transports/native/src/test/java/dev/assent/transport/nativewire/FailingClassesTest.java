package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.harness.Fast;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.WireObserver;
import dev.assent.transport.nativewire.assembly.TcpTransport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values whose classes fail, with errors instead of exceptions, where they are read or written: their callers hear of
 * it, no call stays unanswered, and the connection goes on.
 */
@Fast
class FailingClassesTest {
    private static final NodeEpoch SERVER = new NodeEpoch(new NodeId(1, 1), 1, 0);
    private static final NodeEpoch CALLER = new NodeEpoch(new NodeId(2, 2), 1, 0);

    /** How long a close would wait if a call stayed unanswered. */
    private static final int DRAIN_MILLIS = 6 * Waiting.MILLIS_MAX;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicInteger worked = new AtomicInteger();

    /** The called interface, as one side knows it. */
    public interface Plain {
        Map<String, Integer> give();

        void take(List<Map<String, Integer>> all);

        int ping();
    }

    /** The same with a class that can't be initialized. */
    public interface Uninitialized {
        NeverThere give();

        void take(List<NeverThere> all);
    }

    /** The same with a class that throws whenever a value of it is read or written. */
    public interface Thrown {
        Throwing give();

        void take(List<Throwing> all);
    }

    static final class NeverThere {
        static final int MADE = Integer.parseInt("none");

        int number;
    }

    @JsonSerialize(using = NotWritten.class)
    @JsonDeserialize(using = NotRead.class)
    static final class Throwing {}

    private static final class NotWritten extends StdSerializer<Throwing> {
        private static final long serialVersionUID = 1L;

        NotWritten() {
            super(Throwing.class);
        }

        @Override
        public void serialize(Throwing value, JsonGenerator out, SerializerProvider provider) {
            throw new AssertionError("of a test, while it is written");
        }
    }

    private static final class NotRead extends StdDeserializer<Throwing> {
        private static final long serialVersionUID = 1L;

        NotRead() {
            super(Throwing.class);
        }

        @Override
        public Throwing deserialize(JsonParser in, DeserializationContext context) {
            throw new AssertionError("of a test, while it is read");
        }
    }

    /** Returns always the same. */
    private final class Returning implements Inbound {
        private final Object value;

        Returning(Object value) {
            this.value = value;
        }

        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            worked.incrementAndGet();
            boolean isPing = call.method().getName().equals("ping");
            reply.accept(new Result.Returned(isPing ? 7 : value, Effect.NONE));
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            throw new IllegalStateException("nobody asks");
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private TcpTransport made(String listen, NodeEpoch life, Class<?> type, @Nullable WireObserver observer) {
        TcpTransport transport = NativeFixture.made(
                NativeConfig.defaults()
                        .with(NativeSetting.DRAIN_MILLIS_MAX, DRAIN_MILLIS)
                        .with(NativeSetting.LISTEN, listen),
                new TransportOwner(
                        life,
                        name -> name.equals("plain") ? Plain.class : type,
                        SystemClock.INSTANCE,
                        new RecordingNotices(),
                        observer,
                        null,
                        none -> false));
        open.add(transport);
        return transport;
    }

    private TcpTransport serve(Class<?> type, Object value) {
        TcpTransport server = made("127.0.0.1:0", SERVER, type, null);
        server.open(new Returning(value));
        return server;
    }

    private TcpTransport caller() {
        return made("", CALLER, Plain.class, null);
    }

    private static Result call(
            TcpTransport from, TcpTransport to, String object, Class<?> type, String method, Object... arguments)
            throws Exception {
        CompletableFuture<Result> result = new CompletableFuture<>();
        Call call = new Call(
                object,
                Arrays.stream(type.getMethods())
                        .filter(each -> each.getName().equals(method))
                        .findFirst()
                        .orElseThrow(),
                arguments,
                null,
                DRAIN_MILLIS);
        from.peer(Objects.requireNonNull(to.address())).call(call, result::complete);
        return result.get();
    }

    /** By the connection that there is; and nothing is under way at either side. */
    private static void assertUnharmed(TcpTransport caller, TcpTransport server) throws Exception {
        assertThat(call(caller, server, "plain", Plain.class, "ping")).isEqualTo(new Result.Returned(7, Effect.NONE));
        CompletableFuture.runAsync(server::close).get(); // long before it has waited in vain
        CompletableFuture.runAsync(caller::close).get();
    }

    private static void assertUnanswered(Result result, boolean mayHaveArrived, String text) {
        assertThat(result).isInstanceOfSatisfying(Result.Unanswered.class, lost -> {
            assertThat(lost.mayHaveArrived()).isEqualTo(mayHaveArrived);
            assertThat(lost.cause()).hasMessageContaining(text);
        });
    }

    @Test
    void aResultWhoseClassIsNotThereLeavesTheTransactionToRollBack() throws Exception {
        TcpTransport server = serve(Plain.class, Map.of("number", 1));
        TcpTransport caller = caller();
        for (int i = 0; i < 2; i++) { // the second time it is another error
            assertThat(call(caller, server, "office", Uninitialized.class, "give"))
                    .isInstanceOfSatisfying(Result.Thrown.class, thrown -> {
                        assertThat(thrown.effect().isRollbackOnly()).isTrue();
                        assertThat(thrown.failure()).hasRootCauseInstanceOf(LinkageError.class);
                    });
        }
        assertUnharmed(caller, server);
    }

    @Test
    void aResultWhoseClassThrowsAnErrorWhereItIsReadIsNone() throws Exception {
        TcpTransport server = serve(Plain.class, Map.of("number", 1));
        TcpTransport caller = caller();
        assertUnanswered(call(caller, server, "office", Thrown.class, "give"), true, "of a test, while it is read");
        assertUnharmed(caller, server);
    }

    @Test
    void aResultWhoseClassThrowsAnErrorWhereItIsWrittenIsNone() throws Exception {
        TcpTransport server = serve(Thrown.class, new Throwing());
        TcpTransport caller = caller();
        assertUnanswered(call(caller, server, "office", Plain.class, "give"), true, "of a test, while it is written");
        assertUnharmed(caller, server);
    }

    @Test
    void argumentsWhoseClassIsNotThereAreRefused() throws Exception {
        TcpTransport server = serve(Uninitialized.class, 0);
        TcpTransport caller = caller();
        for (int i = 0; i < 2; i++) {
            assertThat(call(caller, server, "office", Plain.class, "take", List.of(Map.of("number", 1))))
                    .isInstanceOfSatisfying(
                            Result.Thrown.class,
                            thrown -> assertThat(thrown.failure())
                                    .isInstanceOf(ServiceRefusedException.class)
                                    .hasMessageContaining("can't be read"));
        }
        assertThat(worked).hasValue(0);
        assertUnharmed(caller, server);
    }

    @Test
    void argumentsWhoseClassThrowsAnErrorWhereTheyAreReadDoNothing() throws Exception {
        TcpTransport server = serve(Thrown.class, 0);
        TcpTransport caller = caller();
        Result result = call(caller, server, "office", Plain.class, "take", List.of(Map.of("number", 1)));
        assertUnanswered(result, false, "of a test, while it is read");
        assertThat(worked).hasValue(0);
        assertUnharmed(caller, server);
    }

    /** Both before there is a connection and by one that there is. */
    @Test
    void argumentsWhoseClassThrowsAnErrorWhereTheyAreWrittenAreNotSent() throws Exception {
        TcpTransport server = serve(Plain.class, 0);
        TcpTransport caller = caller();
        for (int i = 0; i < 2; i++) {
            Result result = call(caller, server, "office", Thrown.class, "take", List.of(new Throwing()));
            assertUnanswered(result, false, "of a test, while it is written");
        }
        assertThat(worked).hasValue(0);
        assertUnharmed(caller, server);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anObserverThatThrowsKeepsNoMessage(boolean isCallers) throws Exception {
        WireObserver throwing = (way, peer, message, bytes) -> {
            throw new AssertionError("of an observer");
        };
        TcpTransport server = made("127.0.0.1:0", SERVER, Plain.class, isCallers ? null : throwing);
        server.open(new Returning(0));
        TcpTransport caller = made("", CALLER, Plain.class, isCallers ? throwing : null);
        assertUnharmed(caller, server);
        assertThat(worked).hasValue(1);
    }
}
