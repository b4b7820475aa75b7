package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogDamagedException;
import dev.assent.core.log.Storage.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a segment and judges every sector of it. A sector is
 *
 * <ol>
 *   <li>old: all zero, or sound and of an earlier generation than the segment's newest;
 *   <li>new: sound and of the segment's newest generation;
 *   <li>damaged: anything else. Since a sector reaches the disk whole or not at all, no crash makes a damaged one,
 *       and the log stops.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class SegmentReader {
    private static final int CHUNK_BYTES = 64 * 1024;

    private final StoredFile file;
    private final SegmentPlace place;
    private final long bytes;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    private long generation;
    private @Nullable SegmentHeader header;

    private SegmentReader(StoredFile file, SegmentPlace place, long bytes) {
        this.file = file;
        this.place = place;
        this.bytes = bytes;
    }

    /**
     * Reads a segment for the first time: its size, all checksums, its header and newest generation.
     *
     * @throws LogDamagedException if the size, a sector or the header is wrong
     */
    static SegmentReader survey(StoredFile file, SegmentPlace place) throws IOException {
        long size = file.size();
        if (!LogOptions.isAllowed(size)) {
            throw place.damage(
                    (log, name) -> MESSAGES.logSegmentSize(log, name, size, "a multiple of 512 from 64 KiB to 1 GiB"));
        }
        SegmentReader reader = new SegmentReader(file, place, size);
        reader.eachSector(reader::survey);
        return reader;
    }

    private void survey(int number, Sector sector) {
        if (sector.isZero()) {
            return;
        }
        if (!sector.isSound()) {
            throw place.damage(
                    (log, name) -> MESSAGES.logSectorDamaged(log, name, number, (long) number * Sector.BYTES));
        }
        if (number == 0) {
            header = header(sector.payload());
        }
        generation = Math.max(generation, sector.generation());
    }

    private SegmentHeader header(ByteBuffer payload) {
        if (!SegmentHeader.isHeader(payload)) {
            throw place.damage((log, name) -> MESSAGES.logHeaderDamaged(log, name, "it does not begin like one"));
        }
        int version = SegmentHeader.version(payload);
        if (version != SegmentHeader.VERSION) {
            throw place.damage((log, name) -> MESSAGES.logVersionUnknown(log, name, version, SegmentHeader.VERSION));
        }
        SegmentHeader read;
        try {
            read = SegmentHeader.read(payload);
        } catch (IllegalArgumentException e) {
            throw place.damage((log, name) -> MESSAGES.logHeaderDamaged(log, name, e.getMessage()));
        }
        if (read.segmentBytes() != bytes) {
            throw place.damage((log, name) -> MESSAGES.logSegmentSize(log, name, bytes, read.segmentBytes()));
        }
        return read;
    }

    /** Its size in bytes. */
    long bytes() {
        return bytes;
    }

    /** The newest generation of any of its sectors; 0 if all are zero. */
    long generation() {
        return generation;
    }

    /** The header in its first sector, of any generation; null if that sector is zero. */
    @Nullable SegmentHeader header() {
        return header;
    }

    SegmentPlace place() {
        return place;
    }

    /**
     * Reads the newest generation batch by batch.
     *
     * @param records takes the records of all complete batches in their order
     * @return the finished walk
     * @throws LogDamagedException if a complete batch is not valid, or another batch follows an incomplete one
     */
    BatchWalk walk(Consumer<LiveRecord> records) throws IOException {
        BatchWalk walk = new BatchWalk(place, generation, (int) (bytes / Sector.BYTES), records);
        eachSector(walk::sector);
        return walk;
    }

    /** Writes the first sectors again, unchanged, and forces them: now they are on disk, not only in memory. */
    void writeAgain(int sectors) throws IOException {
        long end = (long) sectors * Sector.BYTES;
        for (long offset = 0; offset < end; offset += CHUNK_BYTES) {
            chunk.clear().limit((int) Math.min(CHUNK_BYTES, end - offset));
            file.read(offset, chunk);
            file.write(offset, chunk.flip());
        }
        file.force();
    }

    private interface SectorVisitor {
        void sector(int number, Sector sector);
    }

    private void eachSector(SectorVisitor visitor) throws IOException {
        Sector sector = new Sector(chunk);
        for (long offset = 0; offset < bytes; offset += CHUNK_BYTES) {
            chunk.clear().limit((int) Math.min(CHUNK_BYTES, bytes - offset));
            int length = chunk.limit();
            file.read(offset, chunk);
            for (int at = 0; at < length; at += Sector.BYTES) {
                visitor.sector((int) ((offset + at) / Sector.BYTES), sector.at(at));
            }
        }
    }
}
