package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.MetricsSnapshot;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * A log for nodes that need not survive their process. It keeps nothing, since nobody can ask for it later, and answers
 * every force at once. It does not even write the bodies of records.
 *
 * <p>Prepared branches of such a node stay in doubt when its process ends. For tests, benchmarks and resources that end
 * with the process.
 *
 * <p>Thread safety: any thread may call all methods at any time; they take no lock.
 */
public final class MemoryDecisionLog implements DecisionLog {
    private static final long POSITION = 0;

    private final NodeEpoch life;
    private final Lives lives;
    private final LongAdder records = new LongAdder();
    private volatile boolean isClosed;

    /**
     * The log of a new node, in its first epoch.
     *
     * @param random as of {@link FileDecisionLog#open}
     */
    public MemoryDecisionLog(Supplier<NodeId> random) {
        this.life = new NodeEpoch(random.get(), 1, (int) random.get().low());
        this.lives = Lives.NONE.and(life);
    }

    @Override
    public NodeEpoch life() {
        return life;
    }

    @Override
    public Lives lives() {
        return lives;
    }

    /** Counts the record; {@code body} is not called. */
    @Override
    public long append(int kind, TransactionId id, RecordBody body) {
        if (isClosed) {
            throw new LogUnavailableException(MESSAGES.logClosed("memory"), null);
        }
        if (kind == RecordKind.END) {
            throw new IllegalArgumentException("an end record is not appended, but written by release");
        }
        records.increment();
        return POSITION;
    }

    /** Always DURABLE: as durable as the process. */
    @Override
    public Durability force(long position, ForceReply reply) {
        return Durability.DURABLE;
    }

    /** Does nothing, since nothing is kept. */
    @Override
    public void release(TransactionId id) {}

    /** Shows nothing: a log in memory is always new. */
    @Override
    public void replay(RecordVisitor visitor) {}

    /** Counts records; there are no forces, checkpoints and live bytes, and no limit. */
    @Override
    public MetricsSnapshot.Log statistics() {
        return new MetricsSnapshot.Log(records.sum(), 0, 0, 0, Long.MAX_VALUE);
    }

    @Override
    public boolean isInMemory() {
        return true;
    }

    @Override
    public boolean isAccepting() {
        return !isClosed;
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
