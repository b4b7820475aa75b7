package dev.assent.resources.simulation;

import dev.assent.harness.HangWatch;
import dev.assent.resources.PoolStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A world of one seed: a node with two pools of connections and one of sessions, threads of an application, and
 * everything that may go wrong.
 *
 * <ol>
 *   <li>In each step the world chooses one thread that is idle, and what it does. It waits until that is done, or the
 *       thread waits for a connection, or it is inside a driver that answers late.
 *   <li>After each step the oracles look: {@link Deeds} at once, {@link #checkCounts} when no driver is late.
 *   <li>At the end nothing goes wrong any more: {@link Calm}.
 * </ol>
 *
 * <p>In a world without late answers one thread at a time does something, so the same seed goes the same way. If
 * drivers answer late, several threads may be at work, and the system's threads decide who is first.
 *
 * <p>Thread safety: for one thread.
 */
final class PoolWorld {
    /** For hangs only. */
    static final long LIMIT_NANOS = Long.getLong("assent.limit.seconds", 60) * 1_000_000_000L;

    private static final long LATE_NANOS = 20_000_000;
    private static final int ACTORS = 3;
    private static final int STEPS = 120;

    private final long seed;
    private final SplittableRandom chance;
    private final List<String> history = new CopyOnWriteArrayList<>();
    private final Parking parking = new Parking();
    private final Faults faults;
    private final PoolNode node;
    private final Holdings holdings = new Holdings();
    private final Outcomes outcomes = new Outcomes();
    private final Deeds deeds;
    private final List<Desk> desks = new ArrayList<>();

    /** The thread of the node's timer, of operators, and of servers. */
    private final Actor other = new Actor("other");

    private boolean forceFails;

    PoolWorld(long seed) {
        this.seed = seed;
        this.chance = new SplittableRandom(seed);
        int[] rates = {0, 150, 60, 25, 10};
        int oneIn = rates[chance.nextInt(rates.length)];
        boolean hasLate = chance.nextInt(3) == 0;
        this.faults = new Faults(oneIn, hasLate);
        this.node = new PoolNode(chance.split(), faults, parking, history::add);
        this.deeds = new Deeds(node, faults, holdings, outcomes, history::add);
        for (int i = 0; i < ACTORS; i++) {
            desks.add(new Desk(new Actor("thread-" + i)));
        }
        history.add("one call of " + oneIn + " fails" + (hasLate ? ", some answer late" : "") + "; "
                + node.pools().stream()
                        .map(each -> each + " " + each.settings())
                        .toList());
    }

    /** Runs it from its beginning to its end. */
    void run() {
        try {
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            new Calm(this, node, deeds, desks, faults, parking).run();
            outcomes.check();
        } catch (Throwable found) {
            throw new AssertionError(story(found), found);
        } finally {
            parking.open();
            desks.forEach(each -> each.actor.end());
            other.end();
        }
    }

    private String story(Throwable found) {
        StringBuilder told = new StringBuilder("seed " + seed + ": " + found.getMessage());
        history.forEach(line -> told.append(System.lineSeparator()).append(line));
        desks.stream()
                .filter(each -> !each.isIdle())
                .forEach(each -> told.append(System.lineSeparator()).append(each.actor.stack()));
        if (other.isBusy()) {
            told.append(System.lineSeparator()).append(other.stack());
        }
        node.told().forEach(line -> told.append(System.lineSeparator()).append(line));
        return told.toString();
    }

    // ---- the schedule

    private void step() {
        if (parking.waiting() > 0 && chance.nextInt(3) == 0) {
            parking.release();
            awaitQuiet();
        }
        List<Desk> idle = desks.stream().filter(Desk::isIdle).toList();
        if (idle.isEmpty() || chance.nextInt(9) == 0) {
            if (!other.isBusy()) {
                others();
            }
        } else {
            Step.choose(this, deeds, node, idle.get(chance.nextInt(idle.size())));
        }
        awaitQuiet();
        if (isQuiet()) {
            outcomes.all().stream().filter(each -> !each.isOver()).forEach(Work::goesOn);
        }
        serveWaiting();
        checkCounts();
        HangWatch.progress();
    }

    SplittableRandom chance() {
        return chance;
    }

    List<Desk> desks() {
        return desks;
    }

    /** Lets a thread do something, and waits for it as long as that makes sense. */
    void let(Desk desk, String what, Actor.Deed deed) {
        history.add(desk + " " + what);
        start(desk.actor, deed, () -> isWaiting(desk));
    }

    /** Several threads of one transaction wait as one, since one of them takes its connection first. */
    private boolean isWaiting(Desk desk) {
        TestedPool pool = desk.waitsFor;
        return pool != null
                && desk.actor.seemsToWait()
                && pool.statistics().waiting()
                        >= desks.stream()
                                .filter(each -> !each.isIdle() && each.waitsFor == pool)
                                .map(each -> each.current == null ? each : each.current)
                                .distinct()
                                .count();
    }

    private void start(Actor actor, Actor.Deed deed, BooleanSupplier isWaiting) {
        int late = parking.waiting();
        long sinceNanos = System.nanoTime();
        actor.start(deed);
        while (actor.isBusy()) {
            boolean isLate = parking.waiting() > late
                    || (late > 0 && actor.seemsToWait() && System.nanoTime() - sinceNanos > LATE_NANOS);
            if (isLate || isWaiting.getAsBoolean()) {
                return;
            }
            requireInTime(sinceNanos, () -> actor.stack());
            LockSupport.parkNanos(20_000);
        }
        rethrow(actor);
    }

    private static void rethrow(Actor actor) {
        Throwable found = actor.finding();
        if (found != null) {
            throw new AssertionError(actor + ": " + found.getMessage(), found);
        }
    }

    private static void requireInTime(long sinceNanos, java.util.function.Supplier<String> what) {
        if (System.nanoTime() - sinceNanos > LIMIT_NANOS) {
            throw new AssertionError("nothing happens: " + what.get());
        }
    }

    /** Waits until nobody is at work except those that wait for a connection or for a late answer. */
    private void awaitQuiet() {
        long sinceNanos = System.nanoTime();
        for (Desk each : desks) {
            while (!each.isIdle() && !isWaiting(each) && !isLate(each.actor, sinceNanos)) {
                requireInTime(sinceNanos, () -> each.actor.stack());
                LockSupport.parkNanos(20_000);
            }
            if (each.isIdle()) {
                each.waitsFor = null;
            }
            rethrow(each.actor);
        }
        while (other.isBusy() && !isLate(other, sinceNanos)) {
            requireInTime(sinceNanos, other::stack);
            LockSupport.parkNanos(20_000);
        }
        rethrow(other);
    }

    private boolean isLate(Actor actor, long sinceNanos) {
        return parking.waiting() > 0 && actor.seemsToWait() && System.nanoTime() - sinceNanos > LATE_NANOS;
    }

    /** Nothing is late any more: waits until each thread is idle, or waits for a connection that others have. */
    void settle() {
        awaitQuiet();
        serveWaiting();
    }

    boolean isQuiet() {
        return parking.waiting() == 0
                && !other.isBusy()
                && desks.stream().allMatch(each -> each.isIdle() || each.waitsFor != null);
    }

    // ---- what others do

    private void others() {
        switch (chance.nextInt(11)) {
            case 0, 1 -> advance();
            case 2, 3 -> recover();
            case 4, 8, 9 -> loseLine();
            case 5 -> reopen();
            case 6 -> failForce();
            case 7 -> interruptOne();
            default -> restart(chance.nextBoolean());
        }
    }

    private void advance() {
        int seconds = 1 + chance.nextInt(20);
        mayEnd();
        by("lets " + seconds + " s pass", () -> node.life().advance(Duration.ofSeconds(seconds)));
    }

    /** The next act may end transactions, and the connections of any. */
    private void mayEnd() {
        outcomes.all().forEach(Work::ending);
    }

    void recover() {
        by("recovers", () -> node.life().recover());
    }

    private void loseLine() {
        List<Line> open = node.openLines();
        if (!open.isEmpty()) {
            Line lost = open.get(chance.nextInt(open.size()));
            boolean isKnown = chance.nextBoolean();
            by("loses " + lost + (isKnown ? ", which is known" : ""), () -> lost.lose(isKnown));
        }
    }

    private void interruptOne() {
        desks.stream()
                .filter(each -> !each.isIdle() && each.waitsFor != null && isQuiet())
                .findFirst()
                .ifPresent(this::interrupt);
    }

    /** It gets an exception, or has just got its connection. */
    private void interrupt(Desk desk) {
        history.add("interrupts " + desk);
        desk.actor.interrupt();
        long sinceNanos = System.nanoTime();
        while (!desk.isIdle() && !isLate(desk.actor, sinceNanos)) {
            requireInTime(sinceNanos, desk.actor::stack);
            LockSupport.parkNanos(20_000);
        }
    }

    /** Those that wait for connections that they hold themselves would wait long. */
    void interruptWaiting() {
        for (Desk each : desks) {
            if (!each.isIdle() && each.waitsFor != null) {
                interrupt(each);
            }
        }
        awaitQuiet();
    }

    private void reopen() {
        int which = chance.nextInt(node.pools().size());
        if (chance.nextInt(3) != 0 || !isQuiet()) {
            return;
        }
        mayEnd();
        by("closes and opens " + node.pools().get(which), () -> node.reopen(which));
    }

    private void failForce() {
        if (chance.nextInt(3) == 0) {
            history.add("the next force fails");
            forceFails = true;
            node.life().failNextForce(chance.nextBoolean());
        }
    }

    /** The process ends, and the next one begins. */
    void restart(boolean withPower) {
        if (!forceFails && chance.nextInt(4) != 0) {
            return;
        }
        end(withPower);
        holdings.clear();
        node.live();
        forceFails = false;
        recover();
    }

    private void end(boolean withPower) {
        history.add("the process ends" + (withPower ? ", and the power goes" : ""));
        node.die(withPower);
        outcomes.all().forEach(Work::ending);
        other.start(() -> {
            outcomes.all().stream().filter(Work::isTransaction).forEach(PoolWorld::die);
            node.bury();
        });
        while (other.isBusy() || desks.stream().anyMatch(each -> !each.isIdle())) {
            parking.release();
            LockSupport.parkNanos(100_000);
        }
        @Nullable Throwable ignored = other.finding();
        desks.forEach(each -> each.actor.finding()); // a dead process reports nothing
        for (Desk each : desks) {
            start(each.actor, () -> node.life().transactionManager().suspend(), () -> false);
            each.clear();
        }
    }

    /** So that the close of its pools does not wait. */
    private static void die(Work work) {
        if (!work.isOver()) {
            work.transaction().engine().unasked().abandon(new IllegalStateException("the process has ended"));
        }
    }

    private void by(String what, Actor.Deed deed) {
        if (other.isBusy()) {
            return;
        }
        history.add(what);
        start(other, deed, () -> false);
    }

    // ---- oracles after a step

    /** Nobody waits while there is room. */
    void serveWaiting() {
        for (TestedPool pool : node.pools()) {
            long sinceNanos = System.nanoTime();
            while (isQuiet()
                    && hasWaiting(pool)
                    && holdings.of(pool) + holdings.unsureOf(pool)
                            < pool.settings().max()) {
                requireInTime(
                        sinceNanos, () -> "a thread waits for " + pool + ", which has room: " + pool.statistics());
                LockSupport.parkNanos(20_000);
                awaitQuiet();
            }
        }
    }

    private boolean hasWaiting(TestedPool pool) {
        return desks.stream().anyMatch(each -> !each.isIdle() && each.waitsFor == pool);
    }

    /** The numbers of each pool are those of the model, and of the driver, as soon as its threads are done. */
    void checkCounts() {
        if (!isQuiet()) {
            return;
        }
        for (TestedPool pool : node.pools()) {
            long sinceNanos = System.nanoTime();
            String wrong = wrongCount(pool);
            while (wrong != null) {
                String told = wrong;
                requireInTime(sinceNanos, () -> told);
                LockSupport.parkNanos(50_000);
                wrong = wrongCount(pool);
            }
        }
    }

    private @Nullable String wrongCount(TestedPool pool) {
        PoolStatistics now = pool.statistics();
        long held = holdings.of(pool);
        int open = pool.open().size();
        boolean isHeld = held <= now.inUse() && now.inUse() <= held + holdings.unsureOf(pool);
        boolean isRight = isHeld
                && now.inUse() + now.idle() == open
                && open <= pool.settings().max();
        return isRight
                ? null
                : pool + " says " + now + ", but " + held + " are held, and " + open + " are open: " + pool.open();
    }
}
