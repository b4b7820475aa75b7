package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogDamagedException;
import dev.assent.LogUnavailableException;
import dev.assent.MetricsSnapshot;
import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import dev.assent.core.foreign.Failure;
import dev.assent.core.log.Storage.StoredFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The contents of a log, read without opening it: nothing on disk changes and no epoch is taken, so nobody may act on
 * them (law 7: recovery forces before it acts). It takes no records.
 *
 * <p>Immutable and safe to share.
 */
public final class LogContents implements DecisionLog {
    private final String place;
    private final NodeEpoch life;
    private final Lives lives;
    private final boolean isCopy;
    private final List<LiveRecord> found;

    private LogContents(String place, ActiveSegment active, boolean isCopy) {
        this.place = place;
        this.life = active.header().life();
        this.lives = active.live().lives();
        this.isCopy = isCopy;
        this.found = active.live().copy();
    }

    /**
     * Whether a storage holds a log, or a part of one.
     *
     * @throws LogUnavailableException if the storage fails
     */
    public static boolean isAnyIn(Storage storage) {
        try {
            List<String> names = storage.list();
            return names.contains(LogFolder.A) || names.contains(LogFolder.B);
        } catch (IOException e) {
            throw new LogUnavailableException(MESSAGES.logNotRead(storage.place(), Failure.message(e)), e);
        }
    }

    /**
     * Reads the log of a storage; empty if there is none.
     *
     * @throws LogDamagedException if the log can't be trusted
     * @throws LogUnavailableException if the storage fails
     */
    public static Optional<LogContents> read(Storage storage) {
        return read(storage, LogFolder.A, LogFolder.B);
    }

    static Optional<LogContents> read(Storage storage, String nameOfA, String nameOfB) {
        try {
            List<String> names = storage.list();
            if (!names.contains(nameOfA)) {
                return Optional.empty(); // not made yet, or being set aside
            }
            SegmentPlace placeOfA = new SegmentPlace(storage.place(), nameOfA);
            SegmentPlace placeOfB = new SegmentPlace(storage.place(), nameOfB);
            if (!names.contains(nameOfB)) {
                throw placeOfB.damage((log, name) -> MESSAGES.logSegmentMissing(log, name, nameOfA));
            }
            try (StoredFile a = storage.open(nameOfA);
                    StoredFile b = storage.open(nameOfB)) {
                ActiveSegment active = ActiveSegment.find(a, placeOfA, b, placeOfB);
                boolean isCopy = !active.header().fingerprint().equals(storage.fingerprint());
                return Optional.of(new LogContents(storage.place(), active, isCopy));
            }
        } catch (IOException e) {
            throw new LogUnavailableException(MESSAGES.logNotRead(storage.place(), Failure.message(e)), e);
        }
    }

    /**
     * Whether it was written at another place: a node that starts here takes a new identity (law 2: each start is a new
     * epoch).
     */
    public boolean isCopy() {
        return isCopy;
    }

    /** The last life of the node; it may be over. */
    @Override
    public NodeEpoch life() {
        return life;
    }

    @Override
    public Lives lives() {
        return lives;
    }

    /** Refuses. */
    @Override
    public long append(int kind, TransactionId id, RecordBody body) {
        throw new LogUnavailableException(MESSAGES.logReadOnly(place), null);
    }

    /** Forces nothing. */
    @Override
    public Durability force(long position, ForceReply reply) {
        return Durability.FENCED;
    }

    /** Ignored. */
    @Override
    public void release(TransactionId id) {}

    @Override
    public void replay(RecordVisitor visitor) {
        found.forEach(each -> visitor.record(each.kind(), each.id(), each.body()));
    }

    /** How many bytes and records are alive. */
    @Override
    public MetricsSnapshot.Log statistics() {
        long bytes = found.stream().mapToLong(LiveRecord::bytes).sum();
        return new MetricsSnapshot.Log(found.size(), 0, 0, bytes, bytes);
    }

    /** Never. */
    @Override
    public boolean isAccepting() {
        return false;
    }

    @Override
    public void close() {}
}
