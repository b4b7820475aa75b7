package dev.assent.server.demo;

import dev.assent.core.message.Message;
import dev.assent.core.observe.FaultPoint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Kills a process at one fault point after the other. For each point:
 *
 * <ol>
 *   <li>The process makes a few transfers, as usual.
 *   <li>It makes one more, stops at the point, and is killed with kill -9. For a point of recovery it is
 *       killed after the decision first; the next process is killed as it recovers.
 *   <li>The databases say what is in doubt, and where the transfer is made already.
 *   <li>A new process is started, with the same log. It recovers, and says what it did.
 *   <li>The databases say whether the transfer had the right fate, and the oracle whether all is well.
 * </ol>
 *
 * <p>Thread safety: one thread makes the tour; {@link #stop} may be called by any thread.
 */
final class CrashTour {
    private static final int TRANSFERS_BEFORE = 2;

    private static final CrashPoint AFTER_DECISION = CrashPoint.ALL.stream()
            .filter(each -> each.point() == FaultPoint.AFTER_FORCE)
            .findFirst()
            .orElseThrow();

    private static final Table TABLE = new Table(
            Table.Column.text("kill -9", 31),
            Table.Column.text("in doubt", 12),
            Table.Column.text("committed", 12),
            Table.Column.text("recovery", 13),
            Table.Column.number("took", 7),
            Table.Column.number("restart", 7),
            Table.Column.text("the transfer is", 0));

    private final DemoFolder folder;
    private final List<Bank> banks;
    private final Oracle oracle;
    private final Terminal terminal;
    private final SplittableRandom random = new SplittableRandom();
    private volatile @Nullable VictimProcess victim;
    private volatile boolean stopped;
    private final BitSet committed;
    private int earlierConfirmed;
    private int lastId;

    /**
     * A tour that begins after some transfers.
     *
     * @param committed the transfers that were reported as committed so far
     */
    CrashTour(DemoFolder folder, List<Bank> banks, Terminal terminal, BitSet committed) {
        this.folder = folder;
        this.banks = banks;
        this.oracle = new Oracle(banks);
        this.terminal = terminal;
        this.committed = (BitSet) committed.clone();
        this.lastId = committed.length();
    }

    /** What was seen at one point. */
    private record Sight(
            List<String> inDoubt,
            List<String> applied,
            String recovery,
            double recoveryMillis,
            double restartSeconds,
            List<String> violations) {}

    /**
     * Makes the tour, a line for each point.
     *
     * @return whether everything was as it must be
     */
    boolean run() throws Exception {
        terminal.line(terminal.faint(TABLE.header()));
        boolean well = true;
        start().open();
        for (CrashPoint point : CrashPoint.ALL) {
            Sight sight = visit(point);
            show(point, sight);
            well &= sight.violations().isEmpty();
        }
        current().close();
        terminal.line(terminal.faint(
                "  took: log opened, connected to both banks, recovered; restart: with the start of the JVM"));
        if (earlierConfirmed > 0) {
            terminal.line(terminal.faint(Text.of(
                    "  recovery also saw %d earlier transfers, committed at both banks, whose end records were lost:"
                            + " they are not forced",
                    earlierConfirmed)));
        }
        return well;
    }

    /** The transfers that were reported as committed, or must be since their decision was durable. */
    BitSet committed() {
        return (BitSet) committed.clone();
    }

    private Sight visit(CrashPoint point) throws Exception {
        List<String> violations = new ArrayList<>();
        for (int i = 0; i < TRANSFERS_BEFORE; i++) { // 1
            Transfer transfer = next();
            current().make(transfer);
            committed.set(transfer.id());
        }
        Transfer last = next();
        String transaction = crash(point, last, violations); // 2
        List<String> inDoubt = oracle.inDoubt(); // 3
        List<String> applied = oracle.whereMade(last.id());
        check(Message.TOUR_IN_DOUBT, inDoubt, point.inDoubt(), violations);
        check(Message.TOUR_APPLIED, applied, point.applied(), violations);

        long killed = System.nanoTime();
        VictimProcess.Recovered recovered = start().open(); // 4
        double restartSeconds = (System.nanoTime() - killed) / 1e9;

        List<String> all = banks.stream().map(Bank::name).toList(); // 5
        check(Message.TOUR_FATE, oracle.whereMade(last.id()), point.commits() ? all : List.of(), violations);
        committed.set(last.id(), point.commits());
        violations.addAll(oracle.examine(committed).violations());
        String did =
                recovered.finished().getOrDefault(transaction, "nothing to do").replace('-', ' ');
        earlierConfirmed += (int) recovered.finished().keySet().stream()
                .filter(each -> !each.equals(transaction))
                .count();
        return new Sight(inDoubt, applied, did, recovered.millis(), restartSeconds, violations);
    }

    /** Returns the transaction that was under way. */
    private String crash(CrashPoint point, Transfer last, List<String> violations) throws Exception {
        String transaction = switch (point.scene()) {
            case COMMIT -> current().makeUntil(point, last);
            case REFUSED -> current().makeUntil(point, last.toNowhere());
            case RECOVERY -> current().makeUntil(AFTER_DECISION, last);
        };
        kill(violations);
        if (point.scene() == CrashPoint.Scene.RECOVERY) {
            start().openUntil(point);
            kill(violations);
        }
        return transaction;
    }

    private void kill(List<String> violations) {
        int status = current().kill();
        if (status != VictimProcess.KILLED) {
            violations.add(Message.TOUR_NOT_KILLED.text(status, VictimProcess.KILLED));
        }
    }

    private static void check(Message message, List<String> seen, List<String> expected, List<String> violations) {
        if (!seen.equals(expected)) {
            violations.add(message.text(names(seen, "nothing"), names(expected, "nothing")));
        }
    }

    private void show(CrashPoint point, Sight sight) {
        boolean well = sight.violations().isEmpty();
        String fate = point.commits() ? "committed, ok" : "rolled back, ok";
        terminal.line(TABLE.row(
                well ? terminal::good : terminal::bad,
                point.title(),
                names(sight.inDoubt(), "-"),
                names(sight.applied(), "-"),
                sight.recovery(),
                Text.of("%.0f ms", sight.recoveryMillis()),
                Text.of("%.2f s", sight.restartSeconds()),
                well ? fate : "WRONG"));
        sight.violations().forEach(each -> terminal.line("    " + terminal.bad(each)));
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

    private synchronized VictimProcess start() throws Exception {
        if (stopped) {
            throw new InterruptedException("the tour was stopped");
        }
        VictimProcess started = VictimProcess.start(folder, banks);
        victim = started;
        return started;
    }

    /** Starts no more processes, and ends the one that runs. */
    synchronized void stop() {
        stopped = true;
        VictimProcess now = victim;
        if (now != null) {
            now.kill();
        }
    }
}
