package dev.assent.testkit.resource;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Durability;
import dev.assent.core.log.ForceReply;
import dev.assent.core.log.Lives;
import dev.assent.core.log.LogStatistics;
import dev.assent.core.log.LogUnavailableException;
import dev.assent.core.log.RecordBody;
import dev.assent.core.log.RecordKind;
import dev.assent.core.log.RecordVisitor;
import java.util.concurrent.Executor;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Wraps another log and records its calls: {@code log.append(DECISION)}, {@code log.force}, {@code log.release}. It can
 * refuse, fail, or answer late.
 *
 * <p>Thread safety: safe to share; a test sets its behaviour before the first use.
 */
public final class RecordingDecisionLog implements DecisionLog {
    private final DecisionLog log;
    private final EventList events;
    private volatile @Nullable Executor lateOn;
    private volatile @Nullable Durability failure;
    private volatile @Nullable RuntimeException refusal;
    private volatile boolean hasFailed;
    private volatile ObjLongConsumer<Integer> onAppend = (kind, position) -> {};

    /** Records the calls of {@code log}. */
    public RecordingDecisionLog(DecisionLog log, EventList events) {
        this.log = log;
        this.events = events;
    }

    /** From now on a force answers PENDING, and its answer comes by this executor. */
    public void answerLateOn(Executor executor) {
        lateOn = executor;
    }

    /** The next force fails: UNKNOWN or FENCED; after it the log takes nothing more. */
    public void failNextForce(Durability answer) {
        failure = answer;
    }

    /** The next append is refused: the log is full. */
    public void refuseNextAppend() {
        refuseNextAppend(new LogUnavailableException(MESSAGES.logFull("memory", 100, 100, 50), null));
    }

    /** The next append is refused with this exception. */
    public void refuseNextAppend(RuntimeException why) {
        refusal = why;
    }

    /** Runs something after each append, with the record's kind and position. */
    public void onAppend(ObjLongConsumer<Integer> action) {
        onAppend = action;
    }

    @Override
    public NodeEpoch life() {
        return log.life();
    }

    @Override
    public Lives lives() {
        return log.lives();
    }

    @Override
    public long append(int kind, TransactionId id, RecordBody body) {
        String event = "log.append(" + name(kind) + ")";
        RuntimeException why = refusal;
        if (why != null) {
            refusal = null;
            events.add(event + " -> refused");
            throw why;
        }
        events.add(event);
        long position = log.append(kind, id, body);
        onAppend.accept(kind, position);
        return position;
    }

    private static String name(int kind) {
        return switch (kind) {
            case RecordKind.DECISION -> "DECISION";
            case RecordKind.HEURISTIC -> "HEURISTIC";
            case RecordKind.LAST_RESOURCE -> "LAST_RESOURCE";
            case RecordKind.ROLLBACK -> "ROLLBACK";
            case RecordKind.PREPARED -> "PREPARED";
            case RecordKind.SUPERIOR_COMMITS -> "SUPERIOR_COMMITS";
            case RecordKind.RESOLUTION -> "RESOLUTION";
            case RecordKind.FORGETTING -> "FORGETTING";
            default -> Integer.toString(kind);
        };
    }

    @Override
    public Durability force(long position, ForceReply reply) {
        Durability failed = failure;
        events.add(failed == null ? "log.force" : "log.force -> " + failed);
        Durability answer = failed;
        if (answer == null) {
            answer = log.force(position, reply);
        } else {
            failure = null;
            hasFailed = true;
        }
        Executor late = lateOn;
        if (late == null || answer == Durability.PENDING) {
            return answer;
        }
        Durability told = answer;
        late.execute(() -> reply.done(told));
        return Durability.PENDING;
    }

    @Override
    public void release(TransactionId id) {
        events.add("log.release");
        log.release(id);
    }

    @Override
    public void replay(RecordVisitor visitor) {
        log.replay(visitor);
    }

    @Override
    public LogStatistics statistics() {
        return log.statistics();
    }

    @Override
    public boolean isAccepting() {
        return !hasFailed && log.isAccepting();
    }

    @Override
    public void close() {
        log.close();
    }
}
