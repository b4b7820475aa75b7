package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes frames of bytes as they come. What a frame claims to be long is not believed: room is made for what has come,
 * and no more than twice of it. An idle connection has none. Not thread-safe, but for what all share.
 */
final class Intake {
    private static final byte[] NONE = {};
    private static final int ROOM_MIN = 1024;

    private final Partials.Part part;
    private int frameBytesMax;
    private byte[] partial = NONE;
    private int have;

    /** What is kept of it that is no part of a frame yet, as of a record of TLS. */
    private int keptOutside;

    /** Whether something has come that is not whole. */
    private boolean isComing;

    /** Takes frames in. */
    @FunctionalInterface
    interface Taker {
        /** A frame; its bytes are those of somebody else when this returns. */
        void frame(int kind, WireIn in) throws WireException;
    }

    Intake(Partials.Part part, int frameBytesMax) {
        this.part = part;
        this.frameBytesMax = frameBytesMax;
    }

    /** From now on frames may be so large. */
    void setFrameBytesMax(int bytes) {
        frameBytesMax = bytes;
    }

    /**
     * Takes all that has come; its array is read.
     *
     * @param kept how much has come besides, and is kept elsewhere
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

    /** Before room is taken for it, so that it is known how fast it comes. */
    private void came(int bytes) {
        if (isComing) {
            part.came(bytes);
        } else {
            isComing = true;
            part.begin(bytes);
        }
    }

    /** A frame is whole, and what comes next is another one. */
    private void end() {
        isComing = false;
        part.end();
    }

    /** The same, and what is kept elsewhere is the beginning of another one, which must go on as well. */
    private void endFrame() {
        end();
        if (keptOutside > 0) {
            came(keptOutside);
        }
    }

    /** Why the connection is to be closed on which a message has stopped; null when there is none. Called by any thread. */
    @Nullable WireException stalled() {
        return part.stalled();
    }

    /** This process has not read: what is coming has time again. */
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

    /** Adds what belongs to the frame that is coming. */
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

    /** Gives all room back. */
    void release() {
        releaseFrame();
        part.release(keptOutside);
        keptOutside = 0;
        end();
    }
}
