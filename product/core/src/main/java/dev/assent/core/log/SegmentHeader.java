package dev.assent.core.log;

import dev.assent.NodeEpoch;
import dev.assent.core.participant.ByteSink;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The payload of a segment's first sector:
 *
 * <pre>
 *   0  u64       "ASSENTLG"
 *   8  u32       version of the format
 *  12  u32       size of the segment in bytes
 *  16  16 bytes  node
 *  32  u32       epoch
 *  36  u32       mark of that life
 *  40  u16       length of the fingerprint
 *  42            fingerprint of the place, UTF-8
 * </pre>
 *
 * <p>The frame of the first sector, the magic and the version keep their places in all versions.
 *
 * @param version of the format
 * @param segmentBytes the size of the segment
 * @param life the node of the log, and the epoch in which it was written
 * @param fingerprint of the place where it was written ({@link Storage#fingerprint})
 */
record SegmentHeader(int version, int segmentBytes, NodeEpoch life, String fingerprint) {
    /** The only version that is written and read. */
    static final int VERSION = 2;

    static final int FINGERPRINT_BYTES_MAX = 400;

    private static final long MAGIC = 0x415353454E544C47L;

    SegmentHeader {
        int length = fingerprint.getBytes(StandardCharsets.UTF_8).length;
        if (length > FINGERPRINT_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a fingerprint of " + length + " bytes is not allowed; at most " + FINGERPRINT_BYTES_MAX + " are");
        }
    }

    /** A header of the current version. */
    SegmentHeader(int segmentBytes, NodeEpoch life, String fingerprint) {
        this(VERSION, segmentBytes, life, fingerprint);
    }

    /** Whether these bytes begin like a header, of any version. */
    static boolean isHeader(ByteBuffer payload) {
        return payload.remaining() >= Long.BYTES + Integer.BYTES && payload.getLong(payload.position()) == MAGIC;
    }

    /** The version of a header, known or not. */
    static int version(ByteBuffer payload) {
        return payload.getInt(payload.position() + Long.BYTES);
    }

    /**
     * Reads a header of the current version.
     *
     * @throws IllegalArgumentException if it is not valid
     */
    static SegmentHeader read(ByteBuffer payload) {
        try {
            ByteBuffer in = payload.duplicate();
            in.getLong();
            int version = in.getInt();
            int segmentBytes = in.getInt();
            NodeEpoch life = NodeEpoch.read(in);
            return new SegmentHeader(version, segmentBytes, life, ByteSink.readString(in));
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a segment header is cut short", e);
        }
    }

    /** Writes the header. */
    void write(ByteBuffer out) {
        byte[] text = fingerprint.getBytes(StandardCharsets.UTF_8);
        out.putLong(MAGIC).putInt(version).putInt(segmentBytes);
        life.write(out);
        out.putShort((short) text.length).put(text);
    }
}
