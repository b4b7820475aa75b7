package dev.assent.server.processes;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.server.crash.CrashWorld;
import dev.assent.server.crash.Oracle;
import dev.assent.server.crash.Transfer;
import dev.assent.server.crash.VictimProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Kills one of the four processes at one instant after the other, while the other three live on. At each stop:
 *
 * <ol>
 *   <li>The client makes a transfer, so that all are at work; it tries again while one is still away.
 *   <li>It makes one more, in which the process stops at the instant; and another one, if the first was answered and
 *       none of its work can still come to the instant. For an instant of a start the process is killed with the
 *       transfer decided first, and stops when it is started again.
 *   <li>The process is killed with kill -9, and started again with the same log. Unless it was the client, the client
 *       reports the outcome of the transfer.
 *   <li>Nothing is under way or in doubt any more, after a while. The tour asks for no recovery pass meanwhile: that
 *       would hide how long subordinates wait.
 *   <li>The databases show whether the transfer had the right outcome, and whether all is well.
 * </ol>
 *
 * <p>Thread safety: one thread makes the tour.
 */
public final class ProcessTour {
    private static final int TRIES_MAX = 50;
    private static final int TRY_AGAIN_MILLIS = 100;

    private final FourProcesses processes;
    private final Reported reported;
    private final SplittableRandom random = new SplittableRandom();

    /**
     * A tour of processes that run.
     *
     * @param reported the outcomes so far; the tour adds its own
     */
    public ProcessTour(FourProcesses processes, Reported reported) {
        this.processes = processes;
        this.reported = reported;
    }

    /**
     * The observations at one stop.
     *
     * @param told the outcome that the client got; empty if it was killed
     * @param commits whether the transfer must be at both banks
     * @param restartSeconds from the kill until the process had recovered
     * @param settledSeconds from the kill until nothing was under way or in doubt anywhere
     * @param violations what is wrong, for people; empty when all is well
     */
    public record Sight(
            String told, boolean commits, double restartSeconds, double settledSeconds, List<String> violations) {}

    /** Makes one stop; the result has the violations. */
    public Sight visit(Stop stop) throws Exception {
        work(); // 1
        List<String> violations = new ArrayList<>();
        Transfer transfer = reach(stop, violations); // 2
        long killed = System.nanoTime();
        kill(stop.role(), violations); // 3
        processes.fork(stop.role()).open();
        double restartSeconds = secondsSince(killed);
        String told = stop.role() == Role.CLIENT ? "" : outcome();
        processes.settleByThemselves(); // 4
        double settledSeconds = secondsSince(killed);
        boolean isHeardAgain = stop.isVoteGiven() && processes.asksForVotesAgain();
        boolean commits = stop.commits() || (isHeardAgain && told.equals(VictimProcess.COMMITTED));
        examine(commits, transfer, told, violations); // 5
        return new Sight(told, commits, restartSeconds, settledSeconds, violations);
    }

    /** One transfer that is committed: after a crash the first may still find a process away. */
    private void work() throws Exception {
        String told = "";
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            Transfer transfer = next();
            told = client().ask(
                            "transfer " + transfer.word(),
                            VictimProcess.COMMITTED,
                            VictimProcess.ROLLED_BACK,
                            VictimProcess.UNKNOWN);
            reported.did(transfer.id(), told.split(" ")[0]);
            if (told.equals(VictimProcess.COMMITTED)) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(TRY_AGAIN_MILLIS);
        }
        throw new IOException(MESSAGES.processesDoNotWork(TRIES_MAX, told));
    }

    private Transfer reach(Stop stop, List<String> violations) throws Exception {
        if (stop.scene() == Stop.Scene.START) {
            Transfer transfer = reach(Stop.first(stop.role()), violations);
            kill(stop.role(), violations);
            processes.fork(stop.role()).openUntil(stop.point(), stop.participant());
            return transfer;
        }
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            Transfer any = next();
            Transfer transfer = stop.scene() == Stop.Scene.WITHDRAWN ? any.withdrawnAtEnd() : any;
            if (new Ambush(processes.of(stop.role()), client()).awaits(stop, transfer)) {
                return transfer;
            }
            reported.did(transfer.id(), outcome());
        }
        throw new IOException(MESSAGES.tourNotReached(stop.role(), stop.title(), TRIES_MAX));
    }

    private void kill(Role role, List<String> violations) throws Exception {
        int status = processes.kill(role);
        if (status != VictimProcess.KILLED) {
            violations.add(MESSAGES.tourNotKilled(status, VictimProcess.KILLED));
        }
    }

    private String outcome() throws Exception {
        return client().answer("transfer", VictimProcess.COMMITTED, VictimProcess.ROLLED_BACK, VictimProcess.UNKNOWN)
                .split(" ")[0];
    }

    private void examine(boolean commits, Transfer transfer, String told, List<String> violations) throws Exception {
        Oracle oracle = processes.oracle();
        List<String> made = oracle.whereMade(transfer.id());
        List<String> wanted = commits ? CrashWorld.NAMES : List.of();
        boolean isToldOtherwise = told.equals(commits ? VictimProcess.ROLLED_BACK : VictimProcess.COMMITTED);
        if (!made.equals(wanted)) {
            violations.add(MESSAGES.tourFate(names(made), names(wanted)));
        }
        if (isToldOtherwise) {
            violations.add(MESSAGES.tourTold(told, names(made)));
        }
        reported.did(transfer.id(), commits ? VictimProcess.COMMITTED : VictimProcess.ROLLED_BACK);
        violations.addAll(oracle.examine(reported.committed(), reported.open()).violations());
    }

    private static String names(List<String> names) {
        return names.isEmpty() ? "no bank" : String.join(", ", names);
    }

    private Transfer next() {
        return Transfer.random(reported.nextId(), random);
    }

    private VictimProcess client() {
        return processes.of(Role.CLIENT);
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
