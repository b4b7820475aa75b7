package dev.assent.transport.nativewire.connection;

import dev.assent.core.foreign.Uncaught;
import dev.assent.remote.transport.WireObserver;
import dev.assent.remote.transport.WireObserver.Way;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection, with what both sides share.
 *
 * <p>Thread safety: only the loop takes frames; the other methods may be called by any thread.
 */
abstract class Link implements Loop.Ready, Outlet.Writing {
    /** While more than this waits to be sent to the other side, nothing is read from it. */
    private static final long QUEUED_BYTES_MAX = 1 << 24;

    /** Bounds the reads in a row, so that a busy connection leaves the others their turn. */
    private static final int READS_AT_ONCE = 8;

    private final SocketChannel channel;
    private final Loop loop;
    private final Tuning tuning;
    private final Transfer transfer;
    private final Outlet outlet;
    private final Intake intake;
    private final @Nullable WireObserver observer;
    private final LongSupplier time;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private volatile long heardNanos;
    private volatile long asked;
    private volatile boolean isHeldBack;

    /** The reason why it closes after the current write; null if it does not. */
    private volatile @Nullable Throwable closing;

    /**
     * The parts of a connection.
     *
     * @param host the host at the other side, for which the bytes of incomplete messages are counted
     */
    record Parts(
            SocketChannel channel,
            Loop loop,
            Tuning tuning,
            Partials partials,
            String host,
            Transfer transfer,
            @Nullable WireObserver observer,
            LongSupplier time) {}

    Link(Parts parts, int frameBytesMax) {
        channel = parts.channel();
        loop = parts.loop();
        tuning = parts.tuning();
        transfer = parts.transfer();
        observer = parts.observer();
        time = parts.time();
        heardNanos = time.getAsLong();
        outlet = new Outlet(transfer, this);
        intake = new Intake(parts.partials().part(parts.host(), this::makeRoom), frameBytesMax);
        transfer.whenToWrite(outlet::drain);
    }

    // ---- where the two sides differ

    /** A frame has come. */
    abstract void frame(int kind, WireIn in) throws WireException;

    /** The connection is over; called once. */
    abstract void closed(Throwable cause);

    /** The other side violates the protocol; the connection closes next. */
    abstract void violated(WireException fault);

    /** Its message has stopped, or others need its room; the connection closes next. */
    abstract void tooSlow(WireException why);

    // ---- to the other side

    final Tuning tuning() {
        return tuning;
    }

    final Loop loop() {
        return loop;
    }

    final SocketChannel channel() {
        return channel;
    }

    final Transfer transfer() {
        return transfer;
    }

    final Outlet outlet() {
        return outlet;
    }

    final Intake intake() {
        return intake;
    }

    final void send(Frame frame) {
        outlet.add(frame, null);
        outlet.drain();
    }

    /** Sends it together with others that come soon. */
    final void sendSoon(Frame frame) {
        outlet.add(frame, null);
        if (!loop.drainSoon(outlet)) {
            outlet.drain();
        }
    }

    /**
     * Shows the observer a message that is written or has come, in a frame of so many bytes. If the observer throws,
     * the message is not affected.
     */
    final void passed(Way way, String other, Object message, int bytes) {
        if (observer != null) {
            try {
                observer.passed(way, other, message, bytes);
            } catch (Throwable bug) {
                Uncaught.tell(bug);
            }
        }
    }

    /** The size of a frame whose content is not read yet. */
    static int frameBytes(WireIn in) {
        return Integer.BYTES + 1 + in.remaining();
    }

    @Override
    public final void blocked() {
        loop.change(channel, SelectionKey.OP_WRITE, 0);
        if (outlet.queuedBytes() > QUEUED_BYTES_MAX) { // even if the flag is set: resume() may not have seen it
            isHeldBack = true;
            loop.change(channel, 0, SelectionKey.OP_READ);
        }
        endStall(); // not only when all is written: a busy connection may never have written all
        endClosing();
    }

    @Override
    public final void written() {
        if (isHeldBack) {
            isHeldBack = false;
            loop.change(channel, SelectionKey.OP_READ, 0);
        }
        endStall();
        endClosing();
    }

    private void endClosing() {
        Throwable cause = closing;
        if (cause != null) {
            close(cause);
        }
    }

    private void endStall() {
        if (transfer.isStallOver()) {
            loop.execute(this::resume);
        }
    }

    private void resume() {
        if (!isHeldBack) { // otherwise reading resumes later
            loop.change(channel, SelectionKey.OP_READ, 0);
            readable();
        }
    }

    @Override
    public final void broken(IOException cause) {
        close(cause);
    }

    // ---- from the other side

    @Override
    public void ready(SelectionKey key) {
        if (key.isWritable()) {
            loop.change(channel, 0, SelectionKey.OP_WRITE);
            outlet.drain();
        }
        if (key.isValid() && key.isReadable()) {
            readable();
        }
    }

    /** The loop says that there is something to read. */
    void readable() {
        read(loop::buffer, this::take);
    }

    /** Reads what is there; called by one thread at a time. */
    final void read(Supplier<ByteBuffer> room, Intake.Taker taker) {
        try {
            for (int i = 0; (i < READS_AT_ONCE || transfer.isHolding()) && !isClosed.get(); i++) {
                ByteBuffer buffer = room.get();
                int count = transfer.read(buffer);
                if (count < 0) {
                    close(new EOFException("the other side has closed it"));
                    return;
                }
                if (count == 0 && !transfer.isHolding()) {
                    intake.take(buffer.flip(), transfer.keptBytes(), taker);
                    if (transfer.isStalled()) {
                        loop.change(channel, 0, SelectionKey.OP_READ); // until the stall is over
                    }
                    return;
                }
                heardNanos = time.getAsLong();
                buffer.flip();
                boolean isAll = buffer.limit() < buffer.capacity();
                intake.take(buffer, transfer.keptBytes(), taker);
                if (isAll && !transfer.isHolding()) {
                    return;
                }
            }
        } catch (IOException broken) {
            close(broken);
        } catch (WireException fault) {
            violate(fault);
        } catch (Throwable failed) { // such as out of memory: it is unknown which bytes were used
            close(failed);
            throw failed;
        }
    }

    private void violate(WireException fault) {
        violated(fault);
        close(fault);
    }

    /** Other connections need its room. */
    private void makeRoom(WireException why) {
        loop.execute(() -> giveUp(why));
    }

    private void giveUp(WireException why) {
        if (!isClosed.get()) {
            tooSlow(why);
            close(why);
        }
    }

    /** Closes the connection if a message has begun to come and has stopped. */
    final void judge() {
        if (intake.stalled() != null) {
            loop.execute(this::judgeAfterReading);
        }
    }

    /** Reads first what has come: perhaps this process is slow, or does not read. */
    private void judgeAfterReading() {
        if (isHeldBack || transfer.isStalled()) {
            intake.forgive();
            return;
        }
        readable();
        WireException fault = intake.stalled();
        if (fault != null) {
            giveUp(fault);
        }
    }

    /** Takes a frame that another thread has read. */
    final void takeCopy(int kind, WireIn in) {
        try {
            take(kind, in);
        } catch (WireException fault) {
            violate(fault);
        }
    }

    final void take(int kind, WireIn in) throws WireException {
        if (isClosed.get()) {
            return;
        }
        if (kind == FrameKind.PING) {
            in.end("a ping");
            send(new WireOut(FrameKind.PONG).frame());
        } else if (kind == FrameKind.PONG) {
            in.end("a pong");
        } else {
            try {
                frame(kind, in);
            } catch (WireException fault) {
                throw fault;
            } catch (Throwable bug) { // the frames behind it belong to other callers
                Uncaught.tell(bug);
            }
        }
    }

    /** Releases its room; nothing is read any more. */
    void release() {
        intake.release();
    }

    // ---- life cycle

    final boolean isClosed() {
        return isClosed.get();
    }

    /** The time of its clock. */
    final long nanos() {
        return time.getAsLong();
    }

    final long nanosSince(long nanos) {
        return time.getAsLong() - nanos;
    }

    final long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanosSince(nanos));
    }

    /** For how long nothing has come. */
    final long quietNanos() {
        return nanosSince(heardNanos);
    }

    final long quietMillis() {
        return millisSince(heardNanos);
    }

    /** After long silence it asks for a sign of life; returns false if the silence lasts too long. */
    final boolean isAlive() {
        long quiet = quietMillis();
        if (quiet >= 3 * tuning.quietMillisMax()) {
            return false;
        }
        if (quiet >= tuning.quietMillisMax() && asked != heardNanos) {
            asked = heardNanos;
            send(new WireOut(FrameKind.PING).frame());
        }
        return true;
    }

    /** Sends a last frame as far as the socket takes it, and closes. If a thread is writing, that thread does so. */
    final void close(Frame last, Throwable cause) {
        closing = cause;
        send(last);
    }

    /** Closes it; ignored if it is closed. */
    final void close(Throwable cause) {
        if (isClosed.compareAndSet(false, true)) {
            try {
                transfer.close();
            } catch (IOException ignored) {
                // closed in any case
            }
            loop.execute(this::release);
            closed(cause);
        }
    }
}
