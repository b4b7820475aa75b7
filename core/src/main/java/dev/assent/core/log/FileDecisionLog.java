package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The decision log in a {@link Storage}: two segments of fixed size, one of them active. How it is
 * forced is told by {@link GroupForce}, how it is opened by {@link LogOpening}, what is on disk by
 * {@link Sector}, {@link SegmentHeader}, {@link LiveRecord} and {@link BatchWalk}.
 *
 * <p>Durability: what {@link Durability#DURABLE} was answered for survives the loss of the process, the
 * machine and its power, as far as the storage's force does. After a failed force the log takes nothing
 * more (law 8); what it holds is judged anew when it is opened the next time.
 *
 * <p>Thread safety: all methods may be called by any thread at any time. One short lock guards what is
 * in memory; the disk is written outside of it.
 */
public final class FileDecisionLog implements DecisionLog {
    private final Object lock = new Object();
    private final Storage storage;
    private final NodeEpoch life;
    private final Lives lives;
    private final OpeningReport report;
    private final List<LiveRecord> found;
    private final Journal journal;
    private final GroupForce group;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private FileDecisionLog(Storage storage, LogOpening.Opened opened) {
        this.storage = storage;
        this.life = opened.header().life();
        this.lives = opened.live().lives();
        this.report = opened.report();
        this.found = opened.live().copy();
        int segmentBytes = opened.header().segmentBytes();
        this.journal = new Journal(opened.segments(), storage.place(), segmentBytes, opened.live());
        this.group = new GroupForce(lock, journal);
    }

    /**
     * Opens the log of a storage for the next epoch of its node, or makes one for a new node when there
     * is none, or when it was copied from another place ({@link #opening} tells). The storage belongs to
     * the log from now on, and is closed with it, also when this fails.
     *
     * @param options used when a log is made; one that exists keeps its size
     * @param random gives 16 random bytes, others each time: the identity of a new node, and the mark of each life
     * @throws LogDamagedException when the log cannot be trusted; nothing was changed
     * @throws LogUnavailableException when the storage fails, or has no room for a new log
     */
    public static FileDecisionLog open(Storage storage, LogOptions options, Supplier<NodeId> random) {
        boolean isOpen = false;
        try {
            LogOpening.Opened opened = new LogOpening(storage, options, random).open();
            isOpen = true;
            return new FileDecisionLog(storage, opened);
        } catch (IOException e) {
            throw new LogUnavailableException(MESSAGES.logNotOpened(storage.place(), e.getMessage()), e);
        } finally {
            if (!isOpen) {
                storage.close();
            }
        }
    }

    @Override
    public NodeEpoch life() {
        return life;
    }

    @Override
    public Lives lives() {
        return lives;
    }

    /** What was found when the log was opened. */
    public OpeningReport opening() {
        return report;
    }

    /** The logs of other nodes that are kept aside in the same place. */
    public AsideLogs aside() {
        return AsideLogs.in(storage);
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(group.failure());
    }

    @Override
    public long append(int kind, TransactionId id, RecordBody body) {
        if (kind == RecordKind.END) {
            throw new IllegalArgumentException("an end record is not appended, but written by release");
        }
        synchronized (lock) {
            refuseUnlessAccepting();
            return journal.append(kind, id, body);
        }
    }

    private void refuseUnlessAccepting() {
        Throwable failure = group.failure();
        if (failure != null) {
            throw new LogUnavailableException(MESSAGES.logFailed(storage.place(), failure.getMessage()), failure);
        }
        if (group.isClosing()) {
            throw new LogUnavailableException(MESSAGES.logClosed(storage.place()), null);
        }
    }

    @Override
    public Durability force(long position, ForceReply reply) {
        return group.force(position, reply);
    }

    @Override
    public void release(TransactionId id) {
        synchronized (lock) {
            if (isAccepting()) {
                journal.release(id);
            }
        }
    }

    @Override
    public boolean isPending() {
        synchronized (lock) {
            return journal.isPending();
        }
    }

    @Override
    public void flush() {
        group.flush();
    }

    @Override
    public void replay(RecordVisitor visitor) {
        for (LiveRecord each : found) {
            visitor.record(each.kind(), each.id(), each.body());
        }
    }

    @Override
    public LogStatistics statistics() {
        synchronized (lock) {
            return journal.statistics();
        }
    }

    @Override
    public boolean isAccepting() {
        return group.failure() == null && !group.isClosing();
    }

    /**
     * Writes what is pending and gives the storage back. Waits for a force that is under way, ten seconds
     * at most: a disk that does not come back by then keeps the storage until the process ends.
     */
    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true) && group.close()) {
            storage.close();
        }
    }
}
