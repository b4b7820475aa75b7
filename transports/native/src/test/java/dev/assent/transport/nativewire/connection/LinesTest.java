package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.core.identity.NodeId;
import dev.assent.core.observe.Notices;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.WireObserver;
import dev.assent.testkit.resource.RecordingNotices;
import dev.assent.transport.nativewire.value.CallCodec;
import dev.assent.transport.nativewire.wire.Hello;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a process remembers whom it has called. */
@Timeout(60)
class LinesTest {
    private static final Request QUESTION = new Request.Begin(1);
    private static final long LONG_MILLIS = 60_000;
    private static final int FRAME_BYTES_MAX = 1 << 16;

    private final RecordingNotices notices = new RecordingNotices();
    private final Connections connections = new Connections(
            new Nobody(),
            new Tuning(FRAME_BYTES_MAX, 100, 100, FRAME_BYTES_MAX, LONG_MILLIS, LONG_MILLIS, LONG_MILLIS),
            Protection.NONE,
            1,
            System::nanoTime);

    /** Keeps its port, and takes no connection. */
    private Socket taken;

    @BeforeEach
    void takeAPort() throws Exception {
        taken = new Socket();
        taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() throws Exception {
        connections.close();
        taken.close();
    }

    private CompletableFuture<Response> ask(NativeAddress place) {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        connections.dispatch(place, Exchange.of(QUESTION, LONG_MILLIS, System.nanoTime(), answer::complete));
        return answer;
    }

    private NativeAddress place() {
        return new NativeAddress("127.0.0.1", taken.getLocalPort());
    }

    @Test
    void anAddressThatNobodyAnswersAtIsForgottenAndAskedAgainLater() throws Exception {
        for (int i = 0; i < 2; i++) {
            assertIsUnanswered(ask(place()));

            await().atMost(Duration.ofSeconds(30)).until(() -> connections.lines() == 0);
        }
    }

    @Test
    void whatComesToALineThatIsForgottenMeanwhileGoesByTheNextOne() throws Exception {
        Line line = new Line(place(), connections, notices, 1);
        line.look(System.nanoTime());
        CompletableFuture<Response> answer = new CompletableFuture<>();

        line.dispatch(Exchange.of(QUESTION, LONG_MILLIS, System.nanoTime(), answer::complete));

        assertThat(connections.lines()).isEqualTo(1);
        assertIsUnanswered(answer);
    }

    private static void assertIsUnanswered(CompletableFuture<Response> answer) throws Exception {
        assertThat(answer.get(30, TimeUnit.SECONDS)).isInstanceOfSatisfying(Response.Unanswered.class, unanswered -> {
            assertThat(unanswered.mayHaveArrived()).isFalse();
            assertThat(unanswered.cause()).hasMessageContaining("ASSENT-8104");
        });
    }

    /** Only asks. */
    private final class Nobody implements Host {
        @Override
        public Hello hello() {
            return new Hello(
                    Hello.VERSION,
                    Hello.VERSION,
                    false,
                    new NodeId(1, 1),
                    new Hello.Limits(FRAME_BYTES_MAX, 1, (int) LONG_MILLIS),
                    "");
        }

        @Override
        public String scheme() {
            return "native";
        }

        @Override
        public Inbound inbound() {
            throw new IllegalStateException("nobody calls it");
        }

        @Override
        public Function<String, @Nullable Class<?>> types() {
            return none -> null;
        }

        @Override
        public CallCodec codec() {
            return new CallCodec(1, FRAME_BYTES_MAX);
        }

        @Override
        public Notices notices() {
            return notices;
        }

        @Override
        public @Nullable WireObserver observer() {
            return null;
        }

        @Override
        public Caller identify(Hello hello, String peer, @Nullable Certified certified) {
            throw new IllegalStateException("nobody calls it");
        }

        @Override
        public boolean begin(boolean isCall) {
            return false;
        }

        @Override
        public void ended() {
            throw new IllegalStateException("nothing has begun");
        }
    }
}
