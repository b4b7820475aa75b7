package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes frames from bytes as they come. It does not trust the length of a frame: it allocates room for what has come,
 * and at most twice as much. An idle connection has no room. Not thread-safe, except for the part that all connections
 * share.
 */
final class Intake {
    private static final byte[] NONE = {};
    private static final int ROOM_MIN = 1024;

    private final Partials.Part part;
    private int frameBytesMax;
    private byte[] partial = NONE;
    private int have;

    /** How many bytes the transfer keeps that are not part of a frame yet, such as a part of a TLS record. */
    private int keptOutside;

    /** Whether an incomplete frame has begun to come. */
    private boolean isComing;

    /** Takes the frames. */
    @FunctionalInterface
    interface Taker {
        /** A frame; its bytes must not be used after this returns. */
        void frame(int kind, WireIn in) throws WireException;
    }

    Intake(Partials.Part part, int frameBytesMax) {
        this.part = part;
        this.frameBytesMax = frameBytesMax;
    }

    /** Sets the largest frame from now on. */
    void setFrameBytesMax(int bytes) {
        frameBytesMax = bytes;
    }

    /**
     * Takes all that has come, from the array of the buffer.
     *
     * @param kept how many bytes have come that the transfer still keeps
     */
    void take(ByteBuffer in, int kept, Taker taker) throws WireException {
        if (kept != keptOutside) {
            setKept(kept);
        }
        while (in.hasRemaining()) {
            takeSome(in, taker);
        }
        if (isComing && have == 0 && keptOutside == 0) {
            end();
        }
    }

    private void setKept(int kept) throws WireException {
        int more = kept - keptOutside;
        keptOutside = kept;
        if (more > 0) {
            came(more);
            part.reserve(more);
        } else {
            part.release(-more);
        }
    }

    /** Called before room is taken for the bytes, so that the speed of the connection is known then. */
    private void came(int bytes) {
        if (isComing) {
            part.came(bytes);
        } else {
            isComing = true;
            part.begin(bytes);
        }
    }

    /** A frame is complete; what comes next is another one. */
    private void end() {
        isComing = false;
        part.end();
    }

    /** A frame is complete, and bytes that the transfer keeps begin another one, which must make progress, too. */
    private void endFrame() {
        end();
        if (keptOutside > 0) {
            came(keptOutside);
        }
    }

    /**
     * Why the connection must close because its message has stopped; null if it has not. May be called by any thread.
     */
    @Nullable WireException stalled() {
        return part.stalled();
    }

    /** This process has not read for a while: the period of the incomplete message begins again. */
    void forgive() {
        part.forgive();
    }

    private void takeSome(ByteBuffer in, Taker taker) throws WireException {
        if (have == 0 && isWhole(in.array(), in.arrayOffset() + in.position(), in.remaining())) {
            int length = in.getInt();
            if (isComing) {
                endFrame();
            }
            hand(in.array(), in.arrayOffset() + in.position(), length, taker);
            in.position(in.position() + length);
            return;
        }
        keep(in);
        if (isWhole(partial, 0, have)) {
            byte[] whole = partial;
            int length = have - Integer.BYTES;
            releaseFrame();
            endFrame();
            hand(whole, Integer.BYTES, length, taker);
        }
    }

    private static void hand(byte[] bytes, int offset, int length, Taker taker) throws WireException {
        taker.frame(bytes[offset] & 0xFF, new WireIn(bytes, offset + 1, length - 1));
    }

    private boolean isWhole(byte[] bytes, int offset, int count) throws WireException {
        return count >= Integer.BYTES && count - Integer.BYTES >= length(bytes, offset);
    }

    private int length(byte[] bytes, int offset) throws WireException {
        int length = ByteBuffer.wrap(bytes).getInt(offset);
        if (length < 1 || length > frameBytesMax) {
            throw new WireException("a frame of " + Integer.toUnsignedLong(length) + " bytes is not allowed; 1 to "
                    + frameBytesMax + " are");
        }
        return length;
    }

    /** Adds the bytes that belong to the incomplete frame. */
    private void keep(ByteBuffer in) throws WireException {
        int wanted = have < Integer.BYTES ? Integer.BYTES : Integer.BYTES + length(partial, 0);
        int count = Math.min(in.remaining(), wanted - have);
        came(count);
        if (have + count > partial.length) {
            int room = Math.min(Math.max(ROOM_MIN, 2 * (have + count)), Math.max(wanted, ROOM_MIN));
            part.reserve(room - partial.length);
            partial = Arrays.copyOf(partial, room);
        }
        in.get(partial, have, count);
        have += count;
    }

    private void releaseFrame() {
        part.release(partial.length);
        partial = NONE;
        have = 0;
    }

    /** Releases all room. */
    void release() {
        releaseFrame();
        part.release(keptOutside);
        keptOutside = 0;
        end();
    }
}
