package dev.assent.transport.nativewire.connection;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who reads from a connection that this process has opened: its loop, or the only caller who waits for an answer. That one
 * gets it without another thread's help, which takes as long as half of a call.
 *
 * <p>While callers read, the loop does not look at the connection; it learns of it when it finds a caller reading. It
 * looks again when there are several who wait, and a while after the last caller.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class OwnReading implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 14;
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private final SocketChannel channel;
    private final Loop loop;

    /** Of who reads. */
    private final ReentrantLock turn = new ReentrantLock();

    /** Guards the following, and what the loop looks at. */
    private final Object lock = new Object();

    private volatile boolean isWatched = true;

    /** Of who has the turn. */
    private @Nullable ByteBuffer buffer;

    private volatile @Nullable Selector selector;
    private volatile boolean isClosed;

    OwnReading(SocketChannel channel, Loop loop) {
        this.channel = channel;
        this.loop = loop;
    }

    private static @Nullable MethodHandle isVirtual() {
        try {
            return MethodHandles.lookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException before21) {
            return null;
        }
    }

    /** Whether the thread may wait for a socket: a virtual one would keep the one that carries it. */
    static boolean mayRead(Thread thread) {
        try {
            return IS_VIRTUAL == null || !(boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Takes the turn if nobody has it; {@link #leave} must follow then. */
    boolean take() {
        return turn.tryLock();
    }

    /** Takes the turn when who has it leaves. */
    void takeWhenFree() {
        turn.lock();
    }

    void leave() {
        turn.unlock();
    }

    /** Whether nobody has the turn, the calling thread included. */
    boolean isFree() {
        return !turn.isLocked();
    }

    /** Whether nobody would notice that something comes. */
    boolean isUnseen() {
        return !isWatched && isFree();
    }

    /** The loop looks at it. */
    void watch() {
        if (!isWatched) {
            synchronized (lock) {
                isWatched = true;
                loop.change(channel, SelectionKey.OP_READ, 0);
            }
        }
    }

    /** The loop has found that another thread reads. */
    void unwatch() {
        synchronized (lock) {
            isWatched = false;
            loop.change(channel, 0, SelectionKey.OP_READ);
        }
        if (isUnseen()) {
            watch();
        }
    }

    // ---- of who has the turn

    ByteBuffer buffer() {
        ByteBuffer made = buffer;
        if (made == null) {
            made = ByteBuffer.allocate(BUFFER_BYTES);
            buffer = made;
        }
        return made.clear();
    }

    /** Waits until there may be something to read; false when it can't be waited for. */
    boolean await(long millis) {
        try {
            opened().select(key -> {}, millis);
            return !isClosed && !Thread.currentThread().isInterrupted();
        } catch (IOException | ClosedSelectorException over) {
            return false;
        }
    }

    private Selector opened() throws IOException {
        Selector known = selector;
        if (known != null) {
            return known;
        }
        Selector made = Selector.open();
        try {
            channel.register(made, SelectionKey.OP_READ);
            selector = made;
        } finally {
            if (selector == null || isClosed) { // who has closed this may not have seen it
                made.close();
            }
        }
        return made;
    }

    /** Nobody waits for it any more. */
    @Override
    public void close() {
        isClosed = true;
        Selector known = selector;
        if (known != null) {
            try {
                known.close();
            } catch (IOException ignored) {
                // its channel is closed, which is what matters
            }
        }
    }
}
