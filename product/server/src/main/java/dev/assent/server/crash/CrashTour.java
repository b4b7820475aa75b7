package dev.assent.server.crash;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.core.observe.FaultPoint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Kills a process, or servers, or all together, at one fault point after the other. At each stop:
 *
 * <ol>
 *   <li>The process makes a few transfers, as usual.
 *   <li>It makes one more and stops at the point. For a point of a start it is killed before or after the decision
 *       first; the next process stops as it opens its log or recovers.
 *   <li>The tour kills with kill -9, and starts killed servers again at once.
 *   <li>The servers list the branches in doubt, and the sides that have committed the transfer already. A process that
 *       was not killed goes on, and reports the outcome of the transfer.
 *   <li>A new process starts with the same log, or the old one goes on. It recovers, and reports the result.
 *   <li>The servers' data show whether the transfer had the right outcome, and whether all is well.
 * </ol>
 *
 * <p>Thread safety: one thread makes the tour; {@link #stop} may be called by any thread.
 */
public final class CrashTour {
    private static final int TRANSFERS_BEFORE = 2;

    /** More than a crowded log takes. */
    private static final int TRANSFERS_UNTIL_FULL_MAX = 100;

    private static final CrashPoint UNDECIDED = point(FaultPoint.BEFORE_FORCE);
    private static final CrashPoint DECIDED = point(FaultPoint.AFTER_FORCE);

    private static CrashPoint point(FaultPoint point) {
        return CrashPoint.all(true).stream()
                .filter(each -> each.point() == point)
                .findFirst()
                .orElseThrow();
    }

    private final CrashWorld world;
    private final SplittableRandom random = new SplittableRandom();
    private final BitSet committed;
    private volatile @Nullable VictimProcess victim;
    private volatile boolean stopped;
    private int lastId;

    /**
     * A tour that begins after some transfers.
     *
     * @param committed the transfers that were reported as committed so far
     */
    public CrashTour(CrashWorld world, BitSet committed) {
        this.world = world;
        this.committed = (BitSet) committed.clone();
        this.lastId = committed.length();
    }

    /**
     * The observations at one stop.
     *
     * @param inDoubt the sides that held a prepared branch after the crash
     * @param applied the sides where the transfer was made already
     * @param recovery how recovery ended the transfer
     * @param recoveryMillis how long it took
     * @param restartSeconds the same with the start of its process; 0 when the process went on
     * @param earlierConfirmed how many other transactions recovery saw, which were finished already
     * @param violations what is wrong, for people; empty when all is well
     */
    public record Sight(
            List<String> inDoubt,
            List<String> applied,
            String recovery,
            double recoveryMillis,
            double restartSeconds,
            int earlierConfirmed,
            List<String> violations) {}

    /**
     * Lets a first process end in order, from which others learn to start quickly, if they can; to be called before
     * {@link #begin}.
     */
    public void learn() throws Exception {
        begin();
        make();
        end();
    }

    /** Starts the first process; to be called once, before the first visit. */
    public void begin() throws Exception {
        fork().open();
    }

    /**
     * Fills the log for good but for a little, so that a checkpoint comes after a few transfers and not after a
     * hundred; to be called once, for a tour that stops in checkpoints.
     */
    public void crowdLog() throws Exception {
        current().crowdLog();
    }

    /** Ends the last process in an orderly way. */
    public void end() throws Exception {
        current().close();
    }

    /** The transfers that were reported as committed, or must be since their decision was durable. */
    public BitSet committed() {
        return (BitSet) committed.clone();
    }

    /** Makes one stop; the result has the violations. */
    public Sight visit(CrashPoint point, CrashTarget target) throws Exception {
        for (int i = 0; i < TRANSFERS_BEFORE; i++) { // 1
            make();
        }
        return target.isNode() ? crashNode(point, target) : crashServers(point, target);
    }

    private void make() throws Exception {
        Transfer transfer = next();
        current().make(transfer);
        committed.set(transfer.id());
    }

    private Sight crashNode(CrashPoint point, CrashTarget target) throws Exception {
        List<String> violations = new ArrayList<>();
        String transaction = reach(point, violations); // 2
        kill(violations); // 3
        killServers(target);
        restartServers(target);
        world.endWorkOfTheDead();
        List<String> inDoubt = world.inDoubt(); // 4
        List<String> applied = world.whereMade(lastId);
        check(MESSAGES::tourInDoubt, withoutUndone(inDoubt, point, target), point.inDoubt(), violations);
        check(MESSAGES::tourApplied, applied, point.applied(), violations);

        long killed = System.nanoTime();
        VictimProcess.Recovered recovered = fork().open(); // 5
        double restartSeconds = (System.nanoTime() - killed) / 1e9;

        check(MESSAGES::tourFate, world.whereMade(lastId), point.commits() ? CrashWorld.NAMES : List.of(), violations);
        committed.set(lastId, point.commits());
        violations.addAll(world.examine(committed)); // 6
        String did = recovered.finished().getOrDefault(transaction, "nothing to do");
        int others = (int) recovered.finished().keySet().stream()
                .filter(each -> !each.equals(transaction))
                .count();
        return new Sight(
                inDoubt, applied, did.replace('-', ' '), recovered.millis(), restartSeconds, others, violations);
    }

    /**
     * The process lives on. So the required outcome follows from the point, once the decision was written, and from the
     * process's report: a transfer that it reports as committed or rolled back must be so, and each transfer is at both
     * sides or at neither.
     */
    private Sight crashServers(CrashPoint point, CrashTarget target) throws Exception {
        List<String> violations = new ArrayList<>();
        reach(point, violations); // 2
        killServers(target); // 3
        String told = current().goOn(); // 4
        restartServers(target);
        List<String> inDoubt = world.inDoubt();
        List<String> applied = world.whereMade(lastId);

        Optional<VictimProcess.Recovered> recovered = current().recover(); // 5
        if (recovered.isEmpty()) {
            violations.add(MESSAGES.tourNotRecovered(told));
        }
        List<String> made = world.whereMade(lastId);
        boolean mustCommit = point.commits() || told.startsWith(VictimProcess.COMMITTED);
        boolean mustRollBack = point.mustRollBack() || told.startsWith(VictimProcess.ROLLED_BACK);
        if ((mustCommit && made.size() < 2) || (mustRollBack && !made.isEmpty())) {
            violations.add(MESSAGES.tourTold(told, names(made, "no bank")));
        }
        committed.set(lastId, !made.isEmpty());
        violations.addAll(world.examine(committed)); // 6
        double millis = recovered.map(VictimProcess.Recovered::millis).orElse(0.0);
        return new Sight(inDoubt, applied, "told " + told.split(" ")[0], millis, 0, 0, violations);
    }

    /** A branch that recovery has rolled back may be back, if its server was killed and does not force that. */
    private List<String> withoutUndone(List<String> inDoubt, CrashPoint point, CrashTarget target) {
        List<String> rest = new ArrayList<>(inDoubt);
        for (int side : target.sides()) {
            String name = CrashWorld.NAMES.get(side);
            boolean rolledBack = point.scene() == CrashPoint.Scene.PRESUMED
                    && !point.inDoubt().contains(name);
            if (rolledBack && !world.forcesRollback(side)) {
                rest.remove(name);
            }
        }
        return rest;
    }

    private void killServers(CrashTarget target) throws Exception {
        for (int side : target.sides()) {
            world.kill(side);
        }
    }

    private void restartServers(CrashTarget target) throws Exception {
        for (int side : target.sides()) {
            world.restart(side);
        }
    }

    /** Makes transfers until one has stopped the process; returns its transaction. */
    private String reach(CrashPoint point, List<String> violations) throws Exception {
        switch (point.scene()) {
            case COMMIT -> {
                return stopAt(point, next());
            }
            case WITHDRAWN -> {
                return stopAt(point, next().withdrawnAtEnd());
            }
            case REFUSED -> {
                return stopAt(point, next().toNowhere());
            }
            case CHECKPOINT -> {
                return fillUntil(point);
            }
            case RECOVERY -> {
                return recoverFrom(DECIDED, point, violations);
            }
            case PRESUMED -> {
                return recoverFrom(UNDECIDED, point, violations);
            }
        }
        throw new IllegalArgumentException(point.title());
    }

    private String stopAt(CrashPoint point, Transfer transfer) throws Exception {
        return current()
                .makeUntil(point, transfer)
                .orElseThrow(() -> new IllegalStateException("it was not reached: " + point.title()));
    }

    private String recoverFrom(CrashPoint first, CrashPoint point, List<String> violations) throws Exception {
        String transaction = stopAt(first, next());
        kill(violations);
        fork().openUntil(point);
        return transaction;
    }

    private String fillUntil(CrashPoint point) throws Exception {
        for (int i = 0; i < TRANSFERS_UNTIL_FULL_MAX; i++) {
            Transfer transfer = next();
            Optional<String> transaction = current().makeUntil(point, transfer);
            if (transaction.isPresent()) {
                return transaction.get();
            }
            committed.set(transfer.id());
        }
        throw new IllegalStateException("it was not reached: " + point.title());
    }

    private void kill(List<String> violations) {
        int status = current().kill();
        if (status != VictimProcess.KILLED) {
            violations.add(MESSAGES.tourNotKilled(status, VictimProcess.KILLED));
        }
    }

    private static void check(
            BinaryOperator<String> message, List<String> seen, List<String> expected, List<String> violations) {
        if (!seen.equals(expected)) {
            violations.add(message.apply(names(seen, "no bank"), names(expected, "no bank")));
        }
    }

    private static String names(List<String> names, String ifNone) {
        return names.isEmpty() ? ifNone : String.join(", ", names);
    }

    private Transfer next() {
        return Transfer.random(++lastId, random);
    }

    private VictimProcess current() {
        VictimProcess now = victim;
        if (now == null) {
            throw new IllegalStateException("no process was started");
        }
        return now;
    }

    private synchronized VictimProcess fork() throws Exception {
        if (stopped) {
            throw new InterruptedException("the tour was stopped");
        }
        VictimProcess started = world.fork();
        victim = started;
        return started;
    }

    /** Starts no more processes, and ends the one that runs. */
    public synchronized void stop() {
        stopped = true;
        VictimProcess now = victim;
        if (now != null) {
            now.kill();
        }
    }
}
