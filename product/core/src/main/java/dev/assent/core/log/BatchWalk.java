package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Puts the batches of one generation together, sector by sector from the first to the last.
 *
 * <ol>
 *   <li>The batches follow each other without gaps, numbered from 0. A new sector must be the one of
 *       its batch that belongs at its place.
 *   <li>A batch whose sectors are all new is complete: its records are read.
 *   <li>A batch with an old sector was torn by a crash, before its force had returned: it is cut. Nothing can
 *       follow it, since a batch is written only after the force of the one before. If a batch does follow, a forced
 *       sector was lost: the log stops.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class BatchWalk {
    private final SegmentPlace place;
    private final long generation;
    private final int sectors;
    private final Consumer<LiveRecord> records;
    private final RecordBuffer payload = new RecordBuffer();

    private int batch;
    private int begin;
    private int count;
    private int seen;
    private int missing = -1;

    BatchWalk(SegmentPlace place, long generation, int sectors, Consumer<LiveRecord> records) {
        this.place = place;
        this.generation = generation;
        this.sectors = sectors;
        this.records = records;
    }

    /** How many batches are complete. */
    int batches() {
        return batch;
    }

    /** How many sectors the complete batches have. */
    int sectors() {
        return begin;
    }

    /** How many sectors of a torn batch were cut. */
    int sectorsCut() {
        return seen;
    }

    /** Takes the next sector, which is sound or zero. */
    void sector(int number, Sector sector) {
        if (sector.generation() != generation) {
            missing = missing < 0 ? number : missing;
            return;
        }
        belongs(number, sector);
        count = sector.count();
        seen++;
        boolean isHeader = number == 0;
        if (missing < 0 && !isHeader) {
            sector.copyPayload(payload);
        }
        if (seen == count) {
            complete(number);
        }
    }

    private void belongs(int number, Sector sector) {
        int index = number - begin;
        boolean isLast = index == sector.count() - 1;
        boolean isFull = sector.used() == Sector.PAYLOAD_BYTES;
        boolean fits = sector.batch() == batch
                && sector.index() == index
                && sector.count() > index
                && sector.count() <= sectors - begin
                && (seen == 0 || sector.count() == count)
                && (isLast || isFull || number == 0);
        if (fits) {
            return;
        }
        if (missing >= 0) {
            throw place.damage((log, name) ->
                    MESSAGES.logBatchDamaged(log, name, missing, offset(missing), number, offset(number)));
        }
        throw place.damage((log, name) -> MESSAGES.logSectorMisplaced(log, name, number, offset(number), batch, index));
    }

    private void complete(int number) {
        ByteBuffer in = payload.view();
        try {
            while (in.hasRemaining()) {
                records.accept(LiveRecord.read(in));
            }
        } catch (IllegalArgumentException e) {
            throw place.damage((log, name) ->
                    MESSAGES.logRecordDamaged(log, name, begin, offset(begin), in.position(), e.getMessage()));
        }
        payload.clear();
        batch++;
        begin = number + 1;
        seen = 0;
    }

    private static long offset(int number) {
        return (long) number * Sector.BYTES;
    }
}
