package dev.assent.resources.simulation;

import dev.assent.RecoveryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The end of a world, in which nothing goes wrong any more:
 *
 * <ol>
 *   <li>Late answers come, and all threads end what they have in hand.
 *   <li>Recovery ends what was left. No branch is left at any server.
 *   <li>Each pool gives as many connections as it may have: no room was lost.
 *   <li>The pools close. Nothing is left open.
 * </ol>
 */
final class Calm {
    private static final int PASSES_MAX = 20;

    private final PoolWorld world;
    private final PoolNode node;
    private final Deeds deeds;
    private final List<Desk> desks;
    private final Faults faults;
    private final Parking parking;

    Calm(PoolWorld world, PoolNode node, Deeds deeds, List<Desk> desks, Faults faults, Parking parking) {
        this.world = world;
        this.node = node;
        this.deeds = deeds;
        this.desks = desks;
        this.faults = faults;
        this.parking = parking;
    }

    void run() {
        faults.calm();
        parking.open();
        world.settle();
        endAll();
        world.checkCounts();
        if (!node.life().isRunning()) {
            world.restart(true);
        }
        recoverAll();
        fillPools();
        node.close();
        requireNothingLeft();
    }

    /** Those that hold something first: others may wait for it. */
    private void endAll() {
        for (int i = 0; i < PASSES_MAX && desks.stream().anyMatch(each -> !each.isIdle() || !each.isEmpty()); i++) {
            for (Desk desk : desks) {
                if (desk.isIdle()) {
                    endAll(desk);
                }
            }
            world.settle();
            world.interruptWaiting();
        }
        for (Desk desk : desks) {
            if (!desk.isIdle() || !desk.isEmpty()) {
                throw new AssertionError(desk + " can't end: " + desk.actor.stack());
            }
        }
    }

    private void endAll(Desk desk) {
        if (desk.current != null) {
            end(desk);
        }
        for (Work work : List.copyOf(desk.suspended)) {
            world.let(desk, "resumes " + work, () -> deeds.resume(desk, work));
            if (desk.current != null) {
                end(desk);
            }
        }
        for (Work work : List.copyOf(desk.locals)) {
            work.handles().forEach(held -> world.let(desk, "closes", () -> deeds.close(desk, work, held, true)));
        }
    }

    private void end(Desk desk) {
        if (world.chance().nextBoolean()) {
            world.let(desk, "commits at the end", () -> deeds.commit(desk));
        } else {
            world.let(desk, "rolls back at the end", () -> deeds.rollback(desk));
        }
    }

    private void recoverAll() {
        for (int i = 0; i < PASSES_MAX; i++) {
            RecoveryReport report = node.life().recover();
            if (report.isComplete() && branches().isEmpty()) {
                return;
            }
        }
        if (!branches().isEmpty() || node.life().awaitsRecovery()) {
            throw new AssertionError("recovery has left branches: " + branches() + ", "
                    + node.life().recover());
        }
    }

    private List<String> branches() {
        List<String> left = new ArrayList<>();
        node.pools().forEach(each -> left.addAll(each.server().branches()));
        return left;
    }

    /** Each pool has as much room as at the beginning. */
    private void fillPools() {
        Desk desk = desks.get(0);
        for (TestedPool pool : node.pools()) {
            for (int i = 0;
                    i < PASSES_MAX
                            && pool.statistics().inUse() < pool.settings().max();
                    i++) {
                if (!pool.worksOutside()) {
                    world.let(desk, "begins at the end", () -> deeds.begin(desk, 0));
                }
                world.let(desk, "takes the last of " + pool, () -> deeds.take(desk, pool));
                if (!pool.worksOutside()) {
                    world.let(desk, "suspends at the end", () -> deeds.suspend(desk));
                }
            }
            int inUse = pool.statistics().inUse();
            if (inUse != pool.settings().max()) {
                throw new AssertionError(pool + " gives only " + inUse + " connections: " + pool.statistics());
            }
            world.checkCounts();
            endAll();
        }
        world.checkCounts();
    }

    private void requireNothingLeft() {
        long sinceNanos = System.nanoTime();
        while (!node.openLines().isEmpty()) {
            if (System.nanoTime() - sinceNanos > PoolWorld.LIMIT_NANOS) {
                throw new AssertionError("left open after the close: " + node.openLines());
            }
            LockSupport.parkNanos(100_000);
        }
        if (!branches().isEmpty()) {
            throw new AssertionError("left after the close: " + branches());
        }
    }
}
