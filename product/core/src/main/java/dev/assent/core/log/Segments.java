package dev.assent.core.log;

import dev.assent.core.log.Storage.StoredFile;
import java.io.IOException;

/**
 * The two segments of a log. One is active and takes batches. A checkpoint starts the other one again, as the next
 * generation, and makes it the active one.
 *
 * <p>Not thread-safe: one thread uses it at a time, the forcing one.
 */
final class Segments {
    private final SegmentHeader header;
    private StoredFile active;
    private StoredFile idle;
    private SegmentWriter writer;

    /**
     * Begins a life of the log with a forced checkpoint in one of the files.
     *
     * @param into the file for the checkpoint
     * @param other the other file, which stays unchanged
     * @param generation the generation of the checkpoint
     * @param live the contents of the checkpoint
     */
    Segments(StoredFile into, StoredFile other, long generation, SegmentHeader header, LiveRecords live)
            throws IOException {
        this.header = header;
        this.active = into;
        this.idle = other;
        this.writer = new SegmentWriter(into, header.segmentBytes(), generation);
        RecordBuffer checkpoint = new RecordBuffer();
        write(live, checkpoint);
        writer.begin(header, checkpoint);
    }

    /** Writes the contents of a checkpoint. */
    void write(LiveRecords live, RecordBuffer out) {
        live.write(header.life().node(), out);
    }

    /** Whether a batch of so many bytes still fits into the active segment. */
    boolean fits(long payloadBytes) {
        return writer.fits(payloadBytes);
    }

    /** Writes a batch, which fits, and forces it. */
    void append(RecordBuffer records) throws IOException {
        writer.append(records);
    }

    /** Writes all live records into the other segment, forces it, and makes it the active one. */
    void checkpoint(RecordBuffer liveRecords) throws IOException {
        SegmentWriter begun = new SegmentWriter(idle, header.segmentBytes(), writer.generation() + 1);
        begun.begin(header, liveRecords);
        StoredFile full = active;
        active = idle;
        idle = full;
        writer = begun;
    }
}
