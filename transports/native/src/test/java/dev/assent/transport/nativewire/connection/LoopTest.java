package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.testkit.Waiting;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of all else when a loop's thread is held up by a piece of work. */
@Fast
class LoopTest {
    private final Relief relief = new Relief("relief");
    private final Threads threads = new Threads();
    private final Loop loop = new Loop(threads, () -> {}, relief::working);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<AutoCloseable> open = new ArrayList<>();

    /** Makes threads, some of which can't be started. */
    private static final class Threads implements ThreadFactory {
        private final AtomicInteger unstartable = new AtomicInteger();
        private final CountDownLatch failed = new CountDownLatch(1);

        @Override
        public Thread newThread(Runnable work) {
            return new Thread(work, "loop") {
                @Override
                public synchronized void start() {
                    if (unstartable.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        failed.countDown();
                        throw new InternalError("unable to create native thread, says a test");
                    }
                    super.start();
                }
            };
        }
    }

    @BeforeEach
    void start() {
        relief.start(List.of(loop));
    }

    @AfterEach
    void stop() throws Exception {
        goOn.countDown();
        loop.stop();
        relief.stop();
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private void waitForWord() {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Completed by the thread that has the loop then. */
    private CompletableFuture<Thread> task() {
        CompletableFuture<Thread> done = new CompletableFuture<>();
        loop.execute(() -> done.complete(Thread.currentThread()));
        return done;
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get();
    }

    /** An outlet, and its other side. */
    private record Wire(Outlet outlet, DataInputStream other) {}

    private Wire wire() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannel channel =
                    SocketChannel.open(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
            open.add(channel);
            Socket other = server.accept();
            open.add(other);
            other.setSoTimeout(Waiting.MILLIS_MAX);
            channel.configureBlocking(false);
            Outlet outlet = new Outlet(new Transfer.Plain(channel), new Outlet.Writing() {
                @Override
                public void blocked() {
                    throw new IllegalStateException("a few bytes are not too many");
                }

                @Override
                public void written() {
                    // as it should be
                }

                @Override
                public void broken(IOException cause) {
                    throw new IllegalStateException(cause);
                }
            });
            return new Wire(outlet, new DataInputStream(other.getInputStream()));
        }
    }

    @Test
    void anotherThreadGoesOn() throws Exception {
        Thread first = get(task());
        loop.execute(() -> loop.work(this::waitForWord));
        Thread second = get(task());
        while (second.equals(first)) { // before it was relieved, or before it has begun with the work
            second = get(task());
        }
        goOn.countDown();
        first.join();
        assertThat(get(task())).isEqualTo(second);
    }

    @Test
    void whereNoThreadCanBeStartedOneIsStartedLater() throws Exception {
        Thread first = get(task());
        threads.unstartable.set(1);
        loop.execute(() -> loop.work(this::waitForWord));
        Thread second = get(task());
        while (second.equals(first)) { // before it has begun with the work
            second = get(task());
        }
        assertThat(threads.failed.getCount()).isZero();
        assertThat(goOn.getCount()).as("the work goes on").isEqualTo(1);
    }

    @Test
    void whereNoThreadCanBeStartedTheOneAtWorkGoesOnAfterIt() throws Exception {
        Thread first = get(task());
        threads.unstartable.set(Integer.MAX_VALUE);
        loop.execute(() -> loop.work(this::waitForWord));
        threads.failed.await();
        goOn.countDown();
        assertThat(get(task())).isEqualTo(first);
    }

    @Test
    void workBehindTheOneThatIsHeldUpIsDoneByTheNextThread() throws Exception {
        CompletableFuture<Thread> behind = new CompletableFuture<>();
        CompletableFuture<Thread> held = new CompletableFuture<>();
        loop.execute(() -> {
            loop.work(() -> {
                held.complete(Thread.currentThread());
                waitForWord();
            });
            loop.work(() -> behind.complete(Thread.currentThread()));
        });
        assertThat(get(behind)).isNotEqualTo(get(held));
    }

    @Test
    void whatWasToBeWrittenDoesNotWaitForTheWorkBehindIt() throws Exception {
        Wire wire = wire();
        loop.execute(() -> {
            loop.work(() -> {
                wire.outlet().add(new WireOut(FrameKind.PONG).frame(), null);
                assertThat(loop.drainSoon(wire.outlet())).isTrue();
            });
            loop.work(this::waitForWord);
        });
        assertThat(wire.other().readInt()).isEqualTo(1);
        assertThat(goOn.getCount()).isEqualTo(1);
    }

    @Test
    void whatWorkThrowsEndsNothing() throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        get(task()).setUncaughtExceptionHandler((thread, thrown) -> told.complete(thrown));
        loop.execute(() -> loop.work(() -> {
            throw new IllegalStateException("a bug");
        }));
        assertThat(get(told)).hasMessage("a bug");
        get(task());
    }
}
