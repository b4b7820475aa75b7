package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogDamagedException;
import dev.assent.core.log.Storage.StoredFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The active segment of a log, with its contents: the segment of the newest generation if its checkpoint is complete,
 * otherwise the other one, whose checkpoint must be complete.
 *
 * <p>Not thread-safe.
 *
 * @param segment the active segment
 * @param idle the other segment
 * @param header of the active segment
 * @param live its records
 * @param walk how it was read
 */
record ActiveSegment(
        SegmentReader segment, SegmentReader idle, SegmentHeader header, LiveRecords live, BatchWalk walk) {

    /**
     * Reads and judges both segments of a log.
     *
     * @throws LogDamagedException when they can't be trusted
     */
    static ActiveSegment find(StoredFile a, SegmentPlace placeOfA, StoredFile b, SegmentPlace placeOfB)
            throws IOException {
        SegmentReader first = SegmentReader.survey(a, placeOfA);
        SegmentReader second = SegmentReader.survey(b, placeOfB);
        belongTogether(first, second);
        SegmentReader newer = first.generation() > second.generation() ? first : second;
        SegmentReader older = newer == first ? second : first;
        ActiveSegment active = complete(newer, older);
        if (active == null) {
            active = complete(older, newer);
        }
        if (active == null) {
            throw older.place()
                    .damage((log, name) -> MESSAGES.logCheckpointMissing(
                            log, name, newer.place().file()));
        }
        return active;
    }

    /** Whether the checkpoint of the newer segment was torn, so that this is the older one. */
    boolean isOlder() {
        return segment.generation() < idle.generation();
    }

    /** The newest generation of either. */
    long generation() {
        return Math.max(segment.generation(), idle.generation());
    }

    private static void belongTogether(SegmentReader a, SegmentReader b) {
        if (a.bytes() != b.bytes()) {
            throw b.place().damage((log, name) -> MESSAGES.logSegmentSize(log, name, b.bytes(), a.bytes()));
        }
        SegmentHeader ofA = a.header();
        SegmentHeader ofB = b.header();
        if (ofA != null && ofB != null && !ofA.life().node().equals(ofB.life().node())) {
            throw b.place()
                    .damage((log, name) -> MESSAGES.logSegmentsStrange(
                            log, name, ofB.life().node(), ofA.life().node()));
        }
        if (a.generation() == b.generation() && a.generation() > 0) {
            throw b.place().damage((log, name) -> MESSAGES.logGenerationTwice(log, name, a.generation()));
        }
        if (b.generation() == 0 && a.generation() > 1) {
            throw neverWritten(b, a);
        }
        if (a.generation() == 0 && b.generation() > 0) {
            throw neverWritten(a, b);
        }
    }

    /**
     * The first generation is in {@code segment-a} before that has its name, the second one in {@code segment-b}, and
     * each further one is begun when the one before is durable. So an empty segment was put there later.
     */
    private static LogDamagedException neverWritten(SegmentReader empty, SegmentReader other) {
        return empty.place()
                .damage((log, name) -> MESSAGES.logSegmentEmpty(
                        log, name, other.place().file() + " has generation " + other.generation()));
    }

    /** Reads the newest generation of a segment; null if its checkpoint is torn or was never written. */
    private static @Nullable ActiveSegment complete(SegmentReader segment, SegmentReader other) throws IOException {
        if (segment.generation() == 0) {
            return null;
        }
        LiveRecords live = new LiveRecords();
        BatchWalk walk = segment.walk(live::apply);
        SegmentHeader header = segment.header();
        if (walk.batches() == 0 || header == null) {
            return null;
        }
        if (!live.lives().contains(header.life())) {
            throw segment.place()
                    .damage((log, name) ->
                            MESSAGES.logHeaderDamaged(log, name, "its life is not in its record of lives"));
        }
        return new ActiveSegment(segment, other, header, live, walk);
    }
}
