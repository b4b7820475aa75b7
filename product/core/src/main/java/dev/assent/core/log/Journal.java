package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.MetricsSnapshot;
import dev.assent.TransactionId;
import java.io.IOException;

/**
 * The records on their way to disk: those that are alive, and those appended since the last round.
 *
 * <p>There are two buffers: one collects records while the other is written. If records do not fit into the rest of the
 * active segment, the next checkpoint has them instead, since it holds all live records anyway. The journal takes a
 * record only if a checkpoint has room for it together with all live ones. So a checkpoint always succeeds, and memory
 * is bounded.
 *
 * <p>The last part of that room is for operators: their records, and the later records of the same transactions.
 * Without it an operator could not act on a log that is full of transactions which wait for an operator. Heuristic
 * outcomes, which call for an operator, may take half of it.
 *
 * <p>The record that announces a last resource reserves room for the decision that follows (law 13: the last resource
 * is announced). Otherwise the last resource could commit without room to record it, and if many such transactions
 * filled the log, they would wait for each other.
 *
 * <p>Thread safety: guarded by the log's lock, except for {@link #write}, which only the leader calls.
 */
final class Journal implements GroupForce.Rounds {
    /** The operators' part is the capacity divided by this. */
    private static final int OPERATORS_DIVISOR = 64;

    /**
     * The operators' part of the smallest log: enough for some acts with a reason of a line. One with the longest
     * reason may not fit, and is refused.
     */
    private static final long OPERATORS_BYTES_MIN = 1024;

    private final Segments segments;
    private final String place;
    private final long capacityBytes;
    private final long ordinaryBytes;
    private final LiveRecords live;

    private RecordBuffer filling = new RecordBuffer();
    private RecordBuffer writing = new RecordBuffer();
    private boolean needsCheckpoint;
    private boolean isCheckpoint;
    private long appended;
    private long records;
    private long forces;
    private long checkpoints;

    Journal(Segments segments, String place, int segmentBytes, LiveRecords live) {
        this.segments = segments;
        this.place = place;
        this.capacityBytes = SegmentWriter.capacityBytes(segmentBytes) - LiveRecords.LIVES_BYTES_MAX;
        this.ordinaryBytes = capacityBytes - Math.max(OPERATORS_BYTES_MIN, capacityBytes / OPERATORS_DIVISOR);
        this.live = live;
    }

    /** Adds a record and returns its position. If it throws, nothing was added. */
    long append(int kind, TransactionId id, RecordBody body) {
        int start = filling.size();
        boolean isTaken = false;
        try {
            LiveRecord.begin(filling, kind, id);
            filling.allow(DecisionLog.BODY_BYTES_MAX);
            body.write(filling);
            filling.allowAll();
            LiveRecord.end(filling, start);
            refuseWhenFull(kind, id, filling.size() - start);
            live.add(new LiveRecord(id, filling.copyFrom(start)));
            isTaken = true;
        } finally {
            if (!isTaken) {
                filling.allowAll();
                filling.truncate(start);
            }
        }
        bound();
        records++;
        return ++appended;
    }

    private void refuseWhenFull(int kind, TransactionId id, int bytes) {
        long wanted = live.bytes() + bytes;
        if (!live.hasPromise(id)) {
            wanted += live.promisedBytes() + (kind == RecordKind.LAST_RESOURCE ? bytes : 0);
        }
        if (wanted <= ordinaryBytes) {
            return;
        }
        long allowed = allowedBytes(kind, id);
        if (wanted > allowed) {
            throw new LogUnavailableException(MESSAGES.logFull(place, wanted - bytes, allowed, bytes), null);
        }
    }

    private long allowedBytes(int kind, TransactionId id) {
        if (RecordKind.isOperators(kind) || live.hasOperators(id)) {
            return capacityBytes;
        }
        // the node stops if it can't keep an outcome, and would meet it again after each start
        return kind == RecordKind.HEURISTIC ? (ordinaryBytes + capacityBytes) / 2 : ordinaryBytes;
    }

    /** Ends a transaction; unknown ones are ignored. */
    void release(TransactionId id) {
        if (live.remove(id)) {
            int start = LiveRecord.begin(filling, RecordKind.END, id);
            LiveRecord.end(filling, start);
            bound();
        }
    }

    /** Drops collected records, unforced, once there are more than a checkpoint has. */
    private void bound() {
        if (filling.size() > capacityBytes) {
            filling.clear();
            needsCheckpoint = true;
        }
    }

    MetricsSnapshot.Log statistics() {
        return new MetricsSnapshot.Log(records, forces, checkpoints, live.bytes(), ordinaryBytes);
    }

    @Override
    public long last() {
        return appended;
    }

    @Override
    public boolean isPending() {
        return needsCheckpoint || filling.size() > 0;
    }

    @Override
    public long take() {
        RecordBuffer full = filling;
        filling = writing;
        writing = full;
        isCheckpoint = needsCheckpoint || !segments.fits(full.size());
        needsCheckpoint = false;
        if (isCheckpoint) {
            full.clear();
            segments.write(live, full);
            checkpoints++;
        }
        forces++;
        return appended;
    }

    @Override
    public void write() throws IOException {
        if (isCheckpoint) {
            segments.checkpoint(writing);
        } else {
            segments.append(writing);
        }
        writing.clear();
    }
}
