package dev.assent.testkit.simulation;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NotRunningException;
import dev.assent.RecoveryReport;
import dev.assent.core.commit.Step;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The end of a world: no more faults, everything comes back, and recovery finishes all transactions, within a bound.
 * Then the oracles check all, the operator forgets the kept outcomes, and nothing is left.
 *
 * <p>Not thread-safe.
 */
final class Calm {
    private static final int EVENTS_MAX = 5_000;

    /** A try with a lost answer, a try answered XAER_NOTA, a list without the branch, and one to spare. */
    private static final int PASSES_MAX = 5;

    /** As many again for each node: each may wait for another. */
    private static final long PAUSE_NANOS = 6_000_000_000L;

    /** A participant that says for so long that it does not know a transaction is believed. */
    private static final long GONE_NANOS = 610_000_000_000L;

    private static final int TRIES_MAX = 50;

    private static final int TICKS_A_SECOND = (int) (1_000_000_000L / World.TICK_NANOS);

    private final World world;
    private final Ledger ledger;
    private final FinalCheck check;
    private final LossOperator loss;

    Calm(World world) {
        this.world = world;
        this.ledger = world.ledger();
        this.check = new FinalCheck(world);
        this.loss = new LossOperator(world);
    }

    void run() {
        world.history().line("all faults stop");
        world.calm();
        settle();
        world.nodes().forEach(this::adoptLost);
        outlast();
        check.everybodyWasTold();
        if (world.profile().crashes().atEnd()) {
            world.nodes().forEach(SimulatedNode::crash);
            settle();
        }
        outlast();
        recover();
        world.nodes().forEach(this::settleAll);
        world.nodes().forEach(this::resolveAll);
        recover();
        endForLost();
        check.everythingEnded();
        world.makePeace();
        forgetAll();
        check.nothingIsKept();
        if (world.chance().of(0.5)) { // the others are closed before their last end records are forced
            idle();
            check.logsAreEmpty();
        }
        world.nodes().forEach(SimulatedNode::close);
        check.logsAreEmpty();
    }

    /**
     * Lets time pass until subordinates run out of it whose superior has lost them (law 19), and lets nodes recover for
     * which others wait.
     */
    private void outlast() {
        if (world.profile().network().nodes() > 1) {
            world.awaitTimeout(NodeLife.UNPREPARED_MILLIS_MAX);
            settle();
            recover();
        }
    }

    /** Lets a second pass in which nothing is asked of any node: its end records are durable then. */
    private void idle() {
        for (int i = 0; i < TICKS_A_SECOND; i++) {
            world.schedule().after(World.TICK_NANOS, () -> {});
            drain();
        }
    }

    /** Runs all events; restarts nodes that have stopped. */
    private void settle() {
        drain();
        for (SimulatedNode node : world.nodes()) {
            NodeLife life = node.life();
            if (life != null && life.hasLogRefused()) {
                world.strangers().makeRoom(life);
            }
            if (life == null || !life.isRunning()) {
                node.crash();
                drain();
            }
            if (node.life() == null) {
                node.start();
                drain();
            }
        }
    }

    private void drain() {
        for (int i = 0; !ledger.isBroken(); i++) {
            if (i == EVENTS_MAX) {
                ledger.broken("no law", "the world does not come to rest");
            } else if (!world.schedule().runNext()) {
                return;
            }
        }
    }

    private void recover() {
        int passesMax = PASSES_MAX * world.profile().network().nodes();
        int heard = denials();
        if (world.foreigners().stream().anyMatch(Foreigner::hasLostVote) && isAnyWaiting()) {
            world.nodes().forEach(SimulatedNode::crash); // only the next life believes who says that it is gone
            settle();
        }
        for (int pass = 0; !ledger.isBroken(); pass++) {
            boolean isComplete = true;
            for (SimulatedNode node : world.nodes()) {
                isComplete &= recover(node);
            }
            if (isComplete && !isAnyWaiting()) { // an answer may have come late
                return;
            }
            settle();
            if (world.profile().network().nodes() > 1) { // peers are tried again after a pause
                int denials = denials();
                world.schedule().after(denials > heard ? GONE_NANOS : PAUSE_NANOS, () -> {});
                heard = denials;
                drain();
            }
            if (pass == passesMax) {
                ledger.broken("recovery", "it does not end within " + passesMax + " passes");
            }
        }
    }

    private int denials() {
        return world.foreigners().stream().mapToInt(Foreigner::denials).sum();
    }

    private boolean recover(SimulatedNode node) {
        NodeLife life = node.life();
        if (life == null) {
            drain();
            return false;
        }
        RecoveryReport[] report = new RecoveryReport[1];
        world.schedule().after(0, life, Schedule.Kind.RECOVERY, () -> report[0] = life.recover(true));
        drain();
        boolean isReached = report[0] != null && report[0].unreachable().isEmpty();
        return isReached && life.isRunning() && !isAnyWaiting(node);
    }

    private boolean isAnyWaiting() {
        boolean isAbroad = world.foreigners().stream().anyMatch(Foreigner::isWaiting) && !isAnyAwaitingOperator();
        return isAbroad || world.nodes().stream().anyMatch(this::isAnyWaiting);
    }

    private boolean isAnyWaiting(SimulatedNode node) {
        NodeLife life = node.life();
        return life == null || life.coordinator().parked().stream().anyMatch(each -> isWaiting(life, each));
    }

    /** One that is prepared, or was resolved in place of its superior, may wait for a superior that waits for an operator. */
    private boolean isWaiting(NodeLife life, GlobalTransaction transaction) {
        if (world.lost().isLeft(transaction) && loss.isAnythingLeft()) {
            return false;
        }
        boolean isPrepared = transaction.step() == Step.PREPARED;
        Subordinate subordinate = transaction.subordinate();
        boolean isUnconfirmed = subordinate != null && subordinate.awaitsWord();
        return life.recovery().awaits(transaction) || ((isPrepared || isUnconfirmed) && !isAnyAwaitingOperator());
    }

    private boolean isAnyAwaitingOperator() {
        return loss.isAnythingLeft()
                || world.nodes().stream()
                        .map(SimulatedNode::life)
                        .anyMatch(life -> life != null && isAnyIn(Step.IN_DOUBT).test(life));
    }

    private void adoptLost(SimulatedNode node) {
        askUntilDone(node, world.lost()::isToBeAdopted, world.lost()::adopt);
    }

    /** Operators end everywhere the transactions that a lost node has left; their acts let others go on. */
    private void endForLost() {
        for (int round = 0; round < TRIES_MAX && !ledger.isBroken() && loss.isAnythingLeft(); round++) {
            world.nodes().forEach(each -> askUntilDone(each, loss::isAnythingLeft, loss::act));
            world.foreigners().forEach(loss::act);
            recover();
        }
    }

    private void settleAll(SimulatedNode node) {
        askUntilDone(node, isAnyIn(Step.IN_DOUBT), life -> world.operator().settle(life));
    }

    private void resolveAll(SimulatedNode node) {
        SimulatedOperator operator = world.operator();
        askUntilDone(node, operator::isAnyLeftAlone, operator::resolveLeftAlone);
    }

    /** A superior waits until its subordinates have forgotten, and these until theirs have. */
    private void forgetAll() {
        Predicate<NodeLife> isKept = isAnyIn(Step.HEURISTIC);
        for (int round = 0; round < TRIES_MAX && !ledger.isBroken(); round++) {
            if (world.nodes().stream().map(SimulatedNode::life).noneMatch(each -> each != null && isKept.test(each))) {
                return;
            }
            world.nodes().forEach(this::forgetAll);
            recover();
        }
    }

    private void forgetAll(SimulatedNode node) {
        askUntilDone(node, isAnyIn(Step.HEURISTIC), life -> world.operator().forget(life));
    }

    private static Predicate<NodeLife> isAnyIn(Step step) {
        return life -> life.coordinator().parked().stream().anyMatch(each -> each.step() == step);
    }

    /** One act is under way at a time, and a full log refuses them: asks until nothing is left. */
    private void askUntilDone(SimulatedNode node, Predicate<NodeLife> isLeft, Consumer<NodeLife> acts) {
        for (int tries = 0; tries < TRIES_MAX && !ledger.isBroken(); tries++) {
            NodeLife life = node.life();
            if (life == null || !isLeft.test(life)) {
                return;
            }
            world.schedule().after(0, life, Schedule.Kind.RECOVERY, () -> acts.accept(life));
            settle();
        }
    }

    /** Closes a node in good order while it is at work, and starts it again. */
    void closeAndRestart(SimulatedNode node) {
        NodeLife life = node.life();
        if (life == null) {
            return;
        }
        life.setClosing();
        for (GlobalTransaction each : life.coordinator().active()) {
            each.unasked().abandon(new NotRunningException(MESSAGES.closing(), null));
        }
        while (!ledger.isBroken()
                && !world.schedule().isIdle(life)
                && world.schedule().runNext()) {}
        if (node.life() == life && !ledger.isBroken()) {
            node.close();
            node.startLater();
        }
    }
}
