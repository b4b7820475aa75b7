package dev.assent.testkit.simulation;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.TransactionId;
import dev.assent.core.fixture.resource.ForwardingDecisionLog;
import dev.assent.core.log.Durability;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.ForceReply;
import dev.assent.core.log.RecordBody;
import dev.assent.core.log.RecordKind;
import dev.assent.testkit.simulation.Schedule.Kind;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The real log behind a port that may answer later, and that checks against the disk that durable records are there.
 * Not thread-safe.
 */
final class SimulatedLog extends ForwardingDecisionLog {
    /**
     * A record.
     *
     * @param kind its kind
     * @param global the global part of its transaction's identity
     * @param reported the lost branches that a heuristic record is about
     */
    private record Appended(int kind, ByteBuffer global, List<BranchTruth> reported) {}

    private final NodeLife life;
    private final GroupCommitOracle group;
    private final Map<Long, Appended> appended = new HashMap<>();
    private final Set<ByteBuffer> released = new HashSet<>();
    private boolean isRefused;
    private long idleForces;

    SimulatedLog(NodeLife life, FileDecisionLog log, GroupCommitOracle group) {
        super(log);
        this.life = life;
        this.group = group;
    }

    /** Whether a record was refused. */
    boolean isRefused() {
        return isRefused;
    }

    /** How often it was forced for records that somebody waited for. */
    long forcesAsked() {
        return statistics().forces() - idleForces;
    }

    @Override
    public long append(int kind, TransactionId id, RecordBody body) {
        life.port(Coverage.APPEND, of(id, " " + words(kind)));
        ByteBuffer global = ByteBuffer.wrap(id.global());
        try {
            if (life.world().mayFail(0, Coverage.APPEND, Coverage.FAILS)) {
                throw new LogUnavailableException(MESSAGES.logFull("simulated disk", 0, 0, 0), null);
            }
            long position = super.append(kind, id, body);
            appended.put(position, new Appended(kind, global, reported(kind, global)));
            life.world().ledger().appended(life, kind, global);
            return position;
        } catch (LogUnavailableException refused) {
            isRefused = true;
            life.world().ledger().met(Coverage.APPEND, Coverage.FAILS);
            life.world().ledger().refused(kind, global);
            if (isAccepting()) {
                life.world().ledger().saw(Sight.LOG_FULL);
            }
            throw refused;
        }
    }

    private static String words(int kind) {
        return switch (kind) {
            case RecordKind.DECISION -> "decision";
            case RecordKind.HEURISTIC -> "heuristic outcome";
            case RecordKind.LAST_RESOURCE -> "announcement of the last resource";
            case RecordKind.ROLLBACK -> "rollback";
            case RecordKind.PREPARED -> "vote";
            case RecordKind.SUPERIOR_COMMITS -> "superior's commit";
            case RecordKind.RESOLUTION -> "operator's decision";
            case RecordKind.FORGETTING -> "operator's order to forget";
            case RecordKind.ADOPTED -> "adopted record";
            default -> "record of kind " + kind;
        };
    }

    private String of(TransactionId id, String what) {
        return life.world().history().isRecorded() ? what + " of " + id : "";
    }

    private List<BranchTruth> reported(int kind, ByteBuffer global) {
        TransactionTruth truth = life.world().ledger().find(global);
        return kind != RecordKind.HEURISTIC || truth == null
                ? List.of()
                : truth.branches.stream()
                        .filter(each -> each.reportedTo == life)
                        .toList();
    }

    @Override
    public Durability force(long position, ForceReply reply) {
        life.port(Coverage.MAKE_DURABLE);
        life.waitsFor("the log");
        World world = life.world();
        if (!world.chance().of(world.profile().timing().lateForce())) {
            return forceNow(position, reply);
        }
        world.schedule().after(world.chance().delayNanos(), life, Kind.STEP, () -> {
            Durability durability = forceNow(position, reply);
            if (durability != Durability.PENDING) {
                life.port(Coverage.REPLY);
                reply.done(durability);
            }
        });
        return Durability.PENDING;
    }

    private Durability forceNow(long position, ForceReply reply) {
        World world = life.world();
        Durability[] answer = new Durability[1];
        ForceReply checked = new ForceReply() {
            @Override
            public void done(Durability later) {
                world.ledger().saw(Sight.SHARED_FORCE);
                group.told(this);
                check(position, later);
                reply.done(later);
            }

            @Override
            public boolean lend(Runnable work) {
                boolean isLent = reply.lend(() -> life.whileForcing(() -> group.leadOfLent(work)));
                if (isLent) {
                    group.lent();
                }
                return isLent;
            }
        };
        life.whileForcing(() -> answer[0] = group.force(checked, () -> super.force(position, checked)));
        Durability durability = answer[0];
        if (durability != Durability.PENDING) {
            check(position, durability);
        }
        return durability;
    }

    /** A record that the log calls durable is on the disk, unless the log already has its end. */
    private void check(long position, Durability durability) {
        Appended record = appended.get(position);
        boolean isJudged = durability == Durability.DURABLE && !life.isDead();
        if (!isJudged || record == null || released.contains(record.global())) {
            return;
        }
        DurableRecords records = life.durable();
        if (!records.has(record.kind(), record.global())) {
            life.world()
                    .ledger()
                    .broken(
                            "law 4",
                            "the log says that record " + position + " is durable; it is not: "
                                    + life.world().ledger().find(record.global()));
        }
        life.node().promises().durable(record.kind(), record.global(), records);
        record.reported().forEach(each -> each.isReportDurable = true);
    }

    @Override
    public void release(TransactionId id) {
        life.port(Coverage.RELEASE, of(id, ""));
        ByteBuffer global = ByteBuffer.wrap(id.global());
        released.add(global);
        life.node().promises().released(global);
        life.world().ledger().released(life, global);
        super.release(id);
    }

    @Override
    public void flush() {
        life.port(Coverage.FLUSH);
        life.waitsFor("the log");
        long before = statistics().forces();
        life.whileForcing(() -> group.flush(super::flush));
        idleForces += statistics().forces() - before;
    }
}
