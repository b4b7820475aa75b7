package dev.assent.core.log;

import dev.assent.core.log.Storage.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes batches into one generation of a segment, each with one force. No sector is written twice.
 *
 * <p>Not thread-safe: one thread uses it at a time, the forcing one.
 */
final class SegmentWriter {
    /** How many sectors go into one write at most, so that a large checkpoint needs no large buffer. */
    private static final int SECTORS_PER_WRITE_MAX = 128;

    private final StoredFile file;
    private final int sectors;
    private final long generation;
    private ByteBuffer chunk = ByteBuffer.allocate(Sector.BYTES);
    private Sector sector = new Sector(chunk);
    private int batch;
    private int tail;

    /** Writes the generation {@code generation} of the segment {@code file} of {@code segmentBytes} bytes. */
    SegmentWriter(StoredFile file, int segmentBytes, long generation) {
        this.file = file;
        this.sectors = segmentBytes / Sector.BYTES;
        this.generation = generation;
    }

    /** How many bytes of records fit behind the header of a segment of this size. */
    static long capacityBytes(int segmentBytes) {
        return (segmentBytes / Sector.BYTES - 1L) * Sector.PAYLOAD_BYTES;
    }

    long generation() {
        return generation;
    }

    /** Whether a batch of so many bytes still fits. */
    boolean fits(long payloadBytes) {
        return Sector.countFor(payloadBytes) <= sectors - tail;
    }

    /** Writes and forces the first batch: the header and all live records. */
    void begin(SegmentHeader header, RecordBuffer checkpoint) throws IOException {
        int count = 1 + Sector.countFor(checkpoint.size());
        room(count);
        chunk.clear().position(Sector.PAYLOAD_AT);
        header.write(chunk);
        sector.at(0).seal(generation, 0, 0, count, chunk.position() - Sector.PAYLOAD_AT);
        write(checkpoint, 1, count);
    }

    /** Writes and forces a further batch, which fits. */
    void append(RecordBuffer records) throws IOException {
        int count = Sector.countFor(records.size());
        room(count);
        write(records, 0, count);
    }

    /**
     * Seals the sectors from {@code index} on, in chunks. The first chunk also has the sectors that are already sealed.
     */
    private void write(RecordBuffer from, int firstIndex, int count) throws IOException {
        int index = firstIndex;
        int filled = firstIndex;
        int taken = 0;
        int written = 0;
        while (written < count) {
            chunk.clear();
            while (index < count && filled < chunk.capacity() / Sector.BYTES) {
                int used = Math.min(Sector.PAYLOAD_BYTES, from.size() - taken);
                sector.at(filled * Sector.BYTES);
                chunk.put(sector.payloadAt(), from.array(), taken, used);
                sector.seal(generation, batch, index, count, used);
                taken += used;
                index++;
                filled++;
            }
            chunk.limit(filled * Sector.BYTES);
            file.write((long) (tail + written) * Sector.BYTES, chunk);
            written += filled;
            filled = 0;
        }
        file.force();
        tail += count;
        batch++;
    }

    private void room(int count) {
        int needed = Math.min(count, SECTORS_PER_WRITE_MAX) * Sector.BYTES;
        if (chunk.capacity() < needed) {
            chunk = ByteBuffer.allocate(needed);
            sector = new Sector(chunk);
        }
    }
}
