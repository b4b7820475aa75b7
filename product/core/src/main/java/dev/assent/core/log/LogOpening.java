package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.log.Storage.StoredFile;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens a log, or makes it:
 *
 * <ol>
 *   <li>Finish a change of names that a crash interrupted. If the folder has no log, make one: a new node in its first
 *       epoch.
 *   <li>Judge every sector of both segments. The segment of the newest generation is the active one if its
 *       checkpoint is complete, otherwise the other one, whose checkpoint must be complete.
 *   <li>If the active segment was written at another place, the log is a copy: set it aside and make a new one (law
 *       2: each start is a new epoch).
 *   <li>If the active segment has only its checkpoint, nothing shows that this checkpoint was ever forced: a crash,
 *       or a force that failed, may have left it only in the system's memory. Write it again and force it, since the
 *       other segment, which is overwritten next, may be the only durable one. (A force alone is not enough after a
 *       failed one. After a later batch it is not needed: that batch was written when the checkpoint had been forced.)
 *   <li>Take the next epoch. Write it with all live records into the segment that is not active, as a generation
 *       newer than any sector of either, and force it. Before that, the node acts on nothing that it read (law 7:
 *       recovery forces before it acts) and does not use the epoch (law 2). A torn batch is never overwritten.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class LogOpening {
    /** The result of an opening. */
    record Opened(Segments segments, SegmentHeader header, LiveRecords live, OpeningReport report) {}

    private final Storage storage;
    private final LogFolder folder;
    private final LogOptions options;
    private final Supplier<NodeId> random;

    LogOpening(Storage storage, LogOptions options, Supplier<NodeId> random) {
        this.storage = storage;
        this.folder = new LogFolder(storage);
        this.options = options;
        this.random = random;
    }

    Opened open() throws IOException {
        if (!folder.hasLog()) {
            return make();
        }
        StoredFile a = storage.open(LogFolder.A);
        StoredFile b = storage.open(LogFolder.B);
        ActiveSegment active = ActiveSegment.find(a, folder.place(LogFolder.A), b, folder.place(LogFolder.B));
        if (!active.header().fingerprint().equals(storage.fingerprint())) {
            a.close();
            b.close();
            folder.setAside(active.header().life().node());
            return make();
        }
        if (active.walk().batches() == 1 && active.walk().sectorsCut() == 0) {
            active.segment().writeAgain(active.walk().sectors());
        }
        long generation = active.generation() + 1;
        boolean isA = active.segment().place().file().equals(LogFolder.A);
        return isA ? renew(active, b, a, generation) : renew(active, a, b, generation);
    }

    private Opened renew(ActiveSegment active, StoredFile into, StoredFile from, long generation) throws IOException {
        SegmentHeader header = nextLife(active.header());
        active.live().begin(header.life());
        Segments segments = new Segments(into, from, generation, header, active.live());
        Optional<String> notice = folder.notice(header.life().node());
        OpeningReport report = new OpeningReport(active.walk().sectorsCut(), active.isOlder(), notice);
        return new Opened(segments, header, active.live(), report);
    }

    private Opened make() throws IOException {
        NodeEpoch life = new NodeEpoch(random.get(), 1, mark());
        SegmentHeader header = new SegmentHeader(options.segmentBytes(), life, storage.fingerprint());
        LiveRecords live = new LiveRecords();
        live.begin(life);
        Segments segments = folder.make(header, live);
        OpeningReport report = new OpeningReport(0, false, folder.notice(life.node()));
        return new Opened(segments, header, live, report);
    }

    private int mark() {
        return (int) random.get().low();
    }

    private SegmentHeader nextLife(SegmentHeader last) {
        NodeEpoch life = last.life();
        if (life.epoch() == Integer.MAX_VALUE) {
            throw new LogUnavailableException(MESSAGES.logEpochsUsedUp(storage.place()), null);
        }
        NodeEpoch next = new NodeEpoch(life.node(), life.epoch() + 1, mark());
        return new SegmentHeader(last.segmentBytes(), next, last.fingerprint());
    }
}
