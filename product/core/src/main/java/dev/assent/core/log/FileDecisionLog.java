package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogDamagedException;
import dev.assent.LogUnavailableException;
import dev.assent.MetricsSnapshot;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.foreign.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The decision log in a {@link Storage}: two segments of fixed size, one of them active. {@link GroupForce} describes
 * the forced writes, {@link LogOpening} the opening. {@link Sector}, {@link SegmentHeader}, {@link LiveRecord} and
 * {@link BatchWalk} describe the format on disk.
 *
 * <p>Durability: a record whose force returned {@link Durability#DURABLE} survives the loss of the process, the machine
 * and its power, as far as the storage's force does. After a failed force the log takes no more records (law 8: a
 * failed force is an unknown outcome); the next opening judges its contents again.
 *
 * <p>Thread safety: any thread may call all methods at any time. One short lock guards the memory; the disk is written
 * outside of it.
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
     * Opens the log of a storage for the next epoch of its node. If the storage has no log, or one from another
     * place, makes one for a new node ({@link #opening} says which). The storage belongs to the log from now on, and is
     * closed with it, also if this fails.
     *
     * @param options used if a log is made; an existing one keeps its size
     * @param random gives 16 random bytes, others each time: the identity of a new node, and the mark of each life
     * @throws LogDamagedException if the log cannot be trusted; nothing was changed
     * @throws LogUnavailableException if the storage fails, or has no room for a new log
     */
    public static FileDecisionLog open(Storage storage, LogOptions options, Supplier<NodeId> random) {
        boolean isOpen = false;
        try {
            LogOpening.Opened opened = new LogOpening(storage, options, random).open();
            isOpen = true;
            return new FileDecisionLog(storage, opened);
        } catch (IOException e) {
            throw new LogUnavailableException(MESSAGES.logNotOpened(storage.place(), Failure.message(e)), e);
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

    /** The report of the opening. */
    public OpeningReport opening() {
        return report;
    }

    /** The logs of other nodes that are kept aside in the same storage. */
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
            throw new LogUnavailableException(MESSAGES.logFailed(storage.place(), Failure.message(failure)), failure);
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
    public MetricsSnapshot.Log statistics() {
        synchronized (lock) {
            return journal.statistics();
        }
    }

    @Override
    public boolean isAccepting() {
        return group.failure() == null && !group.isClosing();
    }

    /**
     * Writes pending records and releases the storage. Waits for a running force, ten seconds at most: if the disk does
     * not answer by then, the storage stays open until the process ends.
     */
    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true) && group.close()) {
            storage.close();
        }
    }
}
