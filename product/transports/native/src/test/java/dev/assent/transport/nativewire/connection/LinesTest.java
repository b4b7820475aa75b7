package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.core.fixture.AnyThrowable;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import java.io.EOFException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a process remembers the addresses that it has called. */
@Fast
class LinesTest {
    private static final Request QUESTION = new Request.Begin(1);
    private static final long LONG_MILLIS = Waiting.MILLIS_MAX;

    private final RecordingNotices notices = new RecordingNotices();
    private final Connections connections =
            new Connections(new OnlyAsks(notices), OnlyAsks.tuning(LONG_MILLIS), Protection.NONE, 1, System::nanoTime);

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

            Awaitility.await().until(() -> connections.lines() == 0);
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

    @Test
    void whatAConnectionWasOpenedForEndsWithItWhenItFailsAtOnce() throws Exception {
        FailsAtOnce opening = new FailsAtOnce();
        CompletableFuture<Response> answer = new CompletableFuture<>();

        new Line(place(), opening, notices, 1)
                .dispatch(Exchange.of(QUESTION, LONG_MILLIS, System.nanoTime(), answer::complete));

        assertIsUnanswered(answer);
        assertThat(opening.opened).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void open_theProtectionThrowsAnything_theChannelIsClosed(Kind kind) {
        Throwable failure = kind.made();
        AtomicReference<SocketChannel> opened = new AtomicReference<>();
        Protection broken = new Protection() {
            @Override
            public Transfer accepted(SocketChannel channel) {
                throw new IllegalStateException("nobody connects");
            }

            @Override
            public Transfer opened(SocketChannel channel, NativeAddress address) {
                opened.set(channel);
                AnyThrowable.raise(failure);
                throw new IllegalStateException(failure);
            }
        };
        Connections failing =
                new Connections(new OnlyAsks(notices), OnlyAsks.tuning(LONG_MILLIS), broken, 1, System::nanoTime);
        try {
            Line line = new Line(place(), failing, notices, 1);
            assertThat(catchThrowable(() -> failing.open(line))).isNotNull();
            assertThat(opened.get().isOpen()).isFalse();
        } finally {
            failing.close();
        }
    }

    /** Loses each connection before who asked for it goes on, as when that thread is kept from its core meanwhile. */
    private final class FailsAtOnce implements Line.Opening {
        private int opened;

        @Override
        public String scheme() {
            return connections.scheme();
        }

        @Override
        public void dispatch(NativeAddress place, Exchange exchange) {
            connections.dispatch(place, exchange);
        }

        @Override
        public void letGo(Line line) {
            connections.letGo(line);
        }

        @Override
        public OpenedLink open(Line line) {
            opened++;
            return connections.open(line);
        }

        @Override
        public void watch(OpenedLink link, NativeAddress place) {
            link.close(new EOFException("the other side has closed it"));
        }
    }

    private static void assertIsUnanswered(CompletableFuture<Response> answer) throws Exception {
        assertThat(answer.get()).isInstanceOfSatisfying(Response.Unanswered.class, unanswered -> {
            assertThat(unanswered.mayHaveArrived()).isFalse();
            assertThat(unanswered.cause()).hasMessageContaining("ASSENT-8104");
        });
    }
}
