package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes frames of bytes as they come. What a frame claims to be long is not believed: room is made for what has come,
 * and no more than twice of it. An idle connection has none. Not thread-safe, but for what all share.
 */
final class Intake {
    private static final byte[] NONE = {};
    private static final int ROOM_MIN = 1024;

    private final Budget budget;
    private int frameBytesMax;
    private byte[] partial = NONE;
    private int have;

    /** Takes frames in. */
    @FunctionalInterface
    interface Taker {
        /** A frame; its bytes are those of somebody else when this returns. */
        void frame(int kind, WireIn in) throws WireException;
    }

    /**
     * How much all connections may hold of frames that have not come whole.
     *
     * @param held how much they do
     */
    record Budget(long bytesMax, AtomicLong held) {
        void reserve(int bytes) throws WireException {
            if (held.addAndGet(bytes) > bytesMax) {
                held.addAndGet(-bytes);
                throw new WireException("all connections hold " + held + " bytes of frames that have not come whole; "
                        + bytesMax + " are allowed");
            }
        }

        void release(int bytes) {
            held.addAndGet(-bytes);
        }
    }

    Intake(Budget budget, int frameBytesMax) {
        this.budget = budget;
        this.frameBytesMax = frameBytesMax;
    }

    /** From now on frames may be so large. */
    void setFrameBytesMax(int bytes) {
        frameBytesMax = bytes;
    }

    /** Takes all that has come; its array is read. */
    void take(ByteBuffer in, Taker taker) throws WireException {
        while (in.hasRemaining()) {
            if (have == 0 && isWhole(in.array(), in.arrayOffset() + in.position(), in.remaining())) {
                int length = in.getInt();
                hand(in.array(), in.arrayOffset() + in.position(), length, taker);
                in.position(in.position() + length);
            } else {
                keep(in);
                if (isWhole(partial, 0, have)) {
                    byte[] whole = partial;
                    int length = have - Integer.BYTES;
                    release();
                    hand(whole, Integer.BYTES, length, taker);
                }
            }
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
        if (have + count > partial.length) {
            int room = Math.min(Math.max(ROOM_MIN, 2 * (have + count)), Math.max(wanted, ROOM_MIN));
            budget.reserve(room - partial.length);
            partial = Arrays.copyOf(partial, room);
        }
        in.get(partial, have, count);
        have += count;
    }

    /** Gives all room back. */
    void release() {
        budget.release(partial.length);
        partial = NONE;
        have = 0;
    }
}
