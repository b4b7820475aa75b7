package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.AnyThrowable;
import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All other work of a loop goes on when a piece of work holds up its thread. */
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

    /** The failure of a thread's handler may have the same cause as the reported failure, such as a full heap. */
    private void letItsHandlerThrow() throws Exception {
        get(task()).setUncaughtExceptionHandler((thread, thrown) -> {
            throw new NoClassDefFoundError("of the handler");
        });
    }

    @Test
    void work_itAndTheHandlerThrow_theLoopGoesOn() throws Exception {
        letItsHandlerThrow();
        loop.execute(() -> loop.work(() -> {
            throw new StackOverflowError("of the work");
        }));
        get(task());
    }

    @Test
    void task_itAndTheHandlerThrow_theNextIsDone() throws Exception {
        letItsHandlerThrow();
        loop.execute(() -> AnyThrowable.raise(new IOException("of the task, undeclared")));
        loop.execute(() -> {
            throw new InternalError("of the task");
        });
        get(task());
    }

    @Test
    void channel_whoLooksAtItAndTheHandlerThrow_theLoopGoesOn() throws Exception {
        letItsHandlerThrow();
        CountDownLatch looked = new CountDownLatch(3);
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.configureBlocking(false);
            loop.register(server, SelectionKey.OP_ACCEPT, key -> {
                looked.countDown();
                throw new InternalError("of who looks");
            });
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                assertThat(client.isConnected()).isTrue();
                looked.await();
            }
        }
        get(task());
    }

    @Test
    void sometimes_itThrows_itIsRunAgain() throws Exception {
        CountDownLatch runs = new CountDownLatch(3);
        Loop other = new Loop(
                threads,
                () -> {
                    runs.countDown();
                    throw new InternalError("of what is done sometimes");
                },
                relief::working);
        runs.await();
        other.stop();
    }

    @Test
    void work_leavesTheThreadInterrupted_noConnectionIsClosed() throws Exception {
        Wire wire = wire();
        loop.execute(() -> {
            loop.work(() -> {
                wire.outlet().add(new WireOut(FrameKind.PONG).frame(), null);
                assertThat(loop.drainSoon(wire.outlet())).isTrue();
                Thread.currentThread().interrupt();
            });
        });
        assertThat(wire.other().readInt()).isEqualTo(1);
        CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        loop.execute(() -> isInterrupted.complete(Thread.currentThread().isInterrupted()));
        assertThat(get(isInterrupted)).isFalse();
    }

    /** By a list of loops that can't be read at first, as without memory. */
    @Test
    void relief_aLookFails_theNextRelieves() throws Exception {
        AtomicInteger failures = new AtomicInteger(3);
        Relief failing = new Relief("failing relief");
        Loop relieved = new Loop(threads, () -> {}, failing::working);
        failing.start(new AbstractList<>() {
            @Override
            public Loop get(int index) {
                if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new InternalError("of a test");
                }
                return relieved;
            }

            @Override
            public int size() {
                return 1;
            }
        });
        CompletableFuture<Thread> first = new CompletableFuture<>();
        CompletableFuture<Thread> second = new CompletableFuture<>();
        relieved.execute(() -> {
            relieved.work(() -> {
                first.complete(Thread.currentThread());
                waitForWord();
            });
            relieved.work(() -> second.complete(Thread.currentThread()));
        });
        assertThat(get(second)).isNotEqualTo(get(first));
        goOn.countDown();
        relieved.stop();
        failing.stop();
    }

    /** Nobody knows how much of the frame has gone. */
    @Test
    void outlet_aWriteThrowsAnError_theConnectionIsBroken() {
        List<Throwable> broken = new ArrayList<>();
        Outlet outlet = new Outlet(
                new Transfer() {
                    @Override
                    public int read(ByteBuffer into) {
                        return 0;
                    }

                    @Override
                    public boolean write(ArrayDeque<ByteBuffer> from) {
                        throw new InternalError("of the write");
                    }

                    @Override
                    public void close() {
                        // nothing is open
                    }
                },
                new Outlet.Writing() {
                    @Override
                    public void blocked() {
                        throw new IllegalStateException("it is not");
                    }

                    @Override
                    public void written() {
                        throw new IllegalStateException("it is not");
                    }

                    @Override
                    public void broken(IOException cause) {
                        broken.add(cause);
                    }
                });
        outlet.add(new WireOut(FrameKind.PONG).frame(), null);
        outlet.drain();
        assertThat(broken).singleElement().satisfies(cause -> assertThat(cause).hasRootCauseMessage("of the write"));
        outlet.drain();
        assertThat(broken).hasSize(2);
    }
}
