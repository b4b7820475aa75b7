package dev.assent.resources.simulation;

import dev.assent.resources.simulation.Work.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What an idle thread does next. Pure choice: the chance is that of the world. */
final class Step {
    private static final int[] TIMEOUTS_SECONDS = {0, 10, 30};

    private Step() {}

    static void choose(PoolWorld world, Deeds deeds, PoolNode node, Desk desk) {
        SplittableRandom chance = world.chance();
        int drawn = chance.nextInt(100);
        Work current = desk.current;
        if (current == null && drawn < 30) {
            int seconds = TIMEOUTS_SECONDS[chance.nextInt(TIMEOUTS_SECONDS.length)];
            world.let(desk, "begins, for " + seconds + " s", () -> deeds.begin(desk, seconds));
        } else if (drawn < 50) {
            take(world, deeds, node, desk);
        } else if (drawn < 68) {
            work(world, deeds, desk);
        } else if (drawn < 76) {
            close(world, deeds, desk);
        } else if (drawn < 84) {
            local(world, deeds, desk);
        } else if (drawn < 90) {
            change(world, deeds, desk);
        } else if (current != null) {
            if (drawn < 97) {
                world.let(desk, "commits", () -> deeds.commit(desk));
            } else if (drawn < 99) {
                world.let(desk, "rolls back", () -> deeds.rollback(desk));
            } else {
                world.let(desk, "marks for rollback", () -> deeds.markRollback(desk));
            }
        }
    }

    private static void take(PoolWorld world, Deeds deeds, PoolNode node, Desk desk) {
        TestedPool pool = node.pools().get(world.chance().nextInt(node.pools().size()));
        desk.waitsFor = pool;
        world.let(desk, "takes of " + pool, () -> deeds.take(desk, pool));
        if (desk.isIdle()) {
            desk.waitsFor = null;
        }
    }

    /** The works whose handles this thread may use now. */
    private static List<Work> works(Desk desk) {
        List<Work> works = new ArrayList<>();
        Work current = desk.current;
        if (current == null) {
            works.addAll(desk.locals);
        } else if (!current.handles().isEmpty()) {
            works.add(current);
        }
        return works;
    }

    private static void work(PoolWorld world, Deeds deeds, Desk desk) {
        List<Work> works = works(desk);
        if (works.isEmpty()) {
            return;
        }
        Work work = works.get(world.chance().nextInt(works.size()));
        if (work.isLocal() && work.hadTrouble()) {
            return;
        }
        Held held = anyOf(world, work.handles());
        boolean isTidy = world.chance().nextInt(4) != 0;
        world.let(desk, "works on " + held.pool(), () -> deeds.work(desk, work, held, isTidy));
    }

    private static void close(PoolWorld world, Deeds deeds, Desk desk) {
        List<Work> works = works(desk);
        if (!works.isEmpty()) {
            Work work = works.get(world.chance().nextInt(works.size()));
            Held held = anyOf(world, work.handles());
            boolean isTwice = world.chance().nextBoolean();
            world.let(
                    desk,
                    "closes a handle of " + held.pool() + (isTwice ? " twice" : ""),
                    () -> deeds.close(desk, work, held, isTwice));
        }
    }

    private static void local(PoolWorld world, Deeds deeds, Desk desk) {
        if (desk.current == null && !desk.locals.isEmpty()) {
            Work work = desk.locals.get(world.chance().nextInt(desk.locals.size()));
            Held held = anyOf(world, work.handles());
            int what = world.chance().nextInt(3);
            world.let(desk, "works locally on " + held.pool(), () -> deeds.local(desk, work, held, what));
        }
    }

    /** Suspends, continues a suspended transaction, or joins that of another thread. */
    private static void change(PoolWorld world, Deeds deeds, Desk desk) {
        SplittableRandom chance = world.chance();
        if (desk.current != null) {
            world.let(desk, "suspends", () -> deeds.suspend(desk));
            return;
        }
        if (!desk.suspended.isEmpty()) {
            Work work = desk.suspended.get(chance.nextInt(desk.suspended.size()));
            world.let(desk, "resumes " + work, () -> deeds.resume(desk, work));
            return;
        }
        for (Desk each : world.desks()) {
            Work theirs = each.current;
            if (each != desk && theirs != null && chance.nextBoolean()) {
                theirs.share();
                world.let(desk, "joins " + theirs, () -> deeds.resume(desk, theirs));
                return;
            }
        }
    }

    private static Held anyOf(PoolWorld world, List<Held> held) {
        return held.get(world.chance().nextInt(held.size()));
    }
}
