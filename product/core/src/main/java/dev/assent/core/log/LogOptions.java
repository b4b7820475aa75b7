package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

/**
 * Options for a new decision log.
 *
 * @param segmentBytes the size of each of the two segments in bytes: a multiple of 512, from 64 KiB to 1 GiB, 4 MiB
 *     by default. It bounds the records of unfinished transactions. An existing log keeps its size, whatever this says
 */
public record LogOptions(int segmentBytes) {
    /** The smallest segment. */
    public static final int SEGMENT_BYTES_MIN = 64 * 1024;

    /** The largest segment. */
    public static final int SEGMENT_BYTES_MAX = 1024 * 1024 * 1024;

    /** The size of a segment is a multiple of this. */
    public static final int SEGMENT_BYTES_STEP = Sector.BYTES;

    /** The default size of a segment. */
    public static final int SEGMENT_BYTES_DEFAULT = 4 * 1024 * 1024;

    /** Refuses a size that is not allowed. */
    public LogOptions {
        if (!isAllowed(segmentBytes)) {
            throw new IllegalArgumentException(
                    MESSAGES.logSegmentBytes(segmentBytes, SEGMENT_BYTES_STEP, SEGMENT_BYTES_MIN, SEGMENT_BYTES_MAX));
        }
    }

    /** Whether a segment may have this size. */
    public static boolean isAllowed(long segmentBytes) {
        return segmentBytes >= SEGMENT_BYTES_MIN
                && segmentBytes <= SEGMENT_BYTES_MAX
                && segmentBytes % SEGMENT_BYTES_STEP == 0;
    }
}
