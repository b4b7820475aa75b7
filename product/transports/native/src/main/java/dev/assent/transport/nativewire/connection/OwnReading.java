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
 * Decides which thread reads from a connection that this process has opened: its loop, or a caller that waits for the
 * only answer. Such a caller gets its answer without the help of another thread, which would take as long as half of a
 * call.
 *
 * <p>While callers read, the loop does not watch the connection. It stops watching when it finds that a caller is
 * reading. It watches again when several callers wait, and some time after the last caller.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class OwnReading implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 14;
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private final SocketChannel channel;
    private final Loop loop;

    /** Held by the reading thread. */
    private final ReentrantLock turn = new ReentrantLock();

    /** Guards the following, and whether the loop watches. */
    private final Object lock = new Object();

    private volatile boolean isWatched = true;

    /** Used by the thread that has the turn. */
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

    /** Whether the thread may wait for a socket. A virtual thread may not, since it would block its carrier thread. */
    static boolean mayRead(Thread thread) {
        try {
            return IS_VIRTUAL == null || !(boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Takes the turn if it is free; if so, the caller must call {@link #leave}. */
    boolean take() {
        return turn.tryLock();
    }

    /** Waits for the turn, and takes it. */
    void takeWhenFree() {
        turn.lock();
    }

    void leave() {
        turn.unlock();
    }

    /** Whether no thread has the turn, not even this one. */
    boolean isFree() {
        return !turn.isLocked();
    }

    /** Whether nothing would notice an incoming frame. */
    boolean isUnseen() {
        return !isWatched && isFree();
    }

    /** Makes the loop watch the connection. */
    void watch() {
        if (!isWatched) {
            synchronized (lock) {
                isWatched = true;
                loop.change(channel, SelectionKey.OP_READ, 0);
            }
        }
    }

    /** The loop has found that another thread reads, and stops watching. */
    void unwatch() {
        synchronized (lock) {
            isWatched = false;
            loop.change(channel, 0, SelectionKey.OP_READ);
        }
        if (isUnseen()) {
            watch();
        }
    }

    // ---- for the thread that has the turn

    ByteBuffer buffer() {
        ByteBuffer made = buffer;
        if (made == null) {
            made = ByteBuffer.allocate(BUFFER_BYTES);
            buffer = made;
        }
        return made.clear();
    }

    /** Waits until there may be something to read; false if the thread can't or must not wait. */
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
            if (selector == null || isClosed) { // close() may not have seen the selector
                made.close();
            }
        }
        return made;
    }

    /** No thread waits for it from now on. */
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
