package dev.assent.core.log;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The frame of one sector of a segment: 512 bytes that reach the disk whole or not at all.
 *
 * <pre>
 *   0  u32  CRC32C of the bytes 4 to 511
 *   4  u16  how many bytes of the payload are used
 *   6  u16  zero
 *   8  u64  generation of the segment, from 1
 *  16  u32  number of the batch within the segment, from 0
 *  20  u32  index of the sector within its batch, from 0
 *  24  u32  how many sectors the batch has
 *  28       payload, then zeros
 * </pre>
 *
 * <p>Not thread-safe: it holds the checksum that it computes with.
 */
final class Sector {
    static final int BYTES = 512;
    static final int PAYLOAD_AT = 28;
    static final int PAYLOAD_BYTES = BYTES - PAYLOAD_AT;

    private static final int USED_AT = 4;
    private static final int GENERATION_AT = 8;
    private static final int BATCH_AT = 16;
    private static final int INDEX_AT = 20;
    private static final int COUNT_AT = 24;
    private static final byte[] ZERO = new byte[BYTES];

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer bytes;
    private int at;

    /** Looks at sectors in {@code bytes}, which has an array. */
    Sector(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** How many sectors hold so many bytes of payload. */
    static int countFor(long payloadBytes) {
        return Math.toIntExact((payloadBytes + PAYLOAD_BYTES - 1) / PAYLOAD_BYTES);
    }

    /** Looks at the sector that begins at this byte of the buffer. */
    Sector at(int newAt) {
        at = newAt;
        return this;
    }

    /** Where the payload begins in the buffer. */
    int payloadAt() {
        return at + PAYLOAD_AT;
    }

    /** Writes the frame around a payload that is there already: clears what is unused, adds the checksum. */
    void seal(long generation, int batch, int index, int count, int used) {
        int begin = bytes.arrayOffset() + at;
        Arrays.fill(bytes.array(), begin + PAYLOAD_AT + used, begin + BYTES, (byte) 0);
        bytes.putInt(at + USED_AT, used << Short.SIZE);
        bytes.putLong(at + GENERATION_AT, generation);
        bytes.putInt(at + BATCH_AT, batch);
        bytes.putInt(at + INDEX_AT, index);
        bytes.putInt(at + COUNT_AT, count);
        bytes.putInt(at, checksum());
    }

    /** Whether nothing was ever written here. */
    boolean isZero() {
        int begin = bytes.arrayOffset() + at;
        return Arrays.equals(bytes.array(), begin, begin + BYTES, ZERO, 0, BYTES);
    }

    /** Whether the sector is one that was written whole. */
    boolean isSound() {
        return bytes.getInt(at) == checksum() && used() <= PAYLOAD_BYTES && generation() > 0;
    }

    int used() {
        return bytes.getShort(at + USED_AT) & 0xFFFF;
    }

    long generation() {
        return bytes.getLong(at + GENERATION_AT);
    }

    int batch() {
        return bytes.getInt(at + BATCH_AT);
    }

    int index() {
        return bytes.getInt(at + INDEX_AT);
    }

    int count() {
        return bytes.getInt(at + COUNT_AT);
    }

    /** Adds the used payload to {@code out}. */
    void copyPayload(RecordBuffer out) {
        out.putBytes(bytes.array(), bytes.arrayOffset() + payloadAt(), used());
    }

    /** The used payload. */
    ByteBuffer payload() {
        return bytes.duplicate()
                .position(payloadAt())
                .limit(payloadAt() + used())
                .slice();
    }

    private int checksum() {
        crc.reset();
        crc.update(bytes.array(), bytes.arrayOffset() + at + USED_AT, BYTES - USED_AT);
        return (int) crc.getValue();
    }
}
