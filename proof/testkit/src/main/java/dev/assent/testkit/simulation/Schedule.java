package dev.assent.testkit.simulation;

import dev.assent.core.fixture.SimulatedCrash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Simulated time, and the events in it. While one event is at a blocking call, others may run nested in it, as other
 * threads would.
 *
 * <p>Not thread-safe.
 */
final class Schedule {
    /** How deep events run inside of each other at blocking calls. */
    private static final int NESTING_MAX = 3;

    /** Many times as many as any world needs. */
    private static final int EVENTS_MAX = 100_000;

    /** When an event may run inside of another. */
    enum Kind {
        /** At any blocking call. */
        STEP,
        /** Unless the node is in a recovery pass already: there is one at a time. */
        RECOVERY,
        /** Unless the thread of the JTA clients is at work already, or would wait for a force that waits for it. */
        JTA,
        /** Never: the end or the beginning of a process. */
        ALONE
    }

    private record Event(long nanos, @Nullable NodeLife owner, Kind kind, Runnable action) {}

    private static final long START_NANOS = 1_000_000_000L;

    private final World world;
    private final List<Event> events = new ArrayList<>();
    private long nowNanos = START_NANOS;
    private int depth;
    private int done;

    Schedule(World world) {
        this.world = world;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** How much time has passed since the world began. */
    long passedNanos() {
        return nowNanos - START_NANOS;
    }

    void advance(long nanos) {
        nowNanos += nanos;
    }

    /** Something of the world itself. */
    void after(long delayNanos, Runnable action) {
        after(delayNanos, null, Kind.STEP, action);
    }

    /** Plans something for one life of a node: it does not happen if that life has ended. */
    void after(long delayNanos, @Nullable NodeLife owner, Kind kind, Runnable action) {
        events.add(new Event(nowNanos + delayNanos, owner, kind, action));
    }

    /** Whether no event of this life waits. */
    boolean isIdle(NodeLife life) {
        return events.stream().noneMatch(each -> each.owner() == life);
    }

    /** Runs the next event that may run now; false when there is none, or there were too many. */
    boolean runNext() {
        if (done == EVENTS_MAX) {
            world.ledger().broken("no law", "it is not over after " + EVENTS_MAX + " events");
            return false;
        }
        int next = -1;
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            NodeLife owner = event.owner();
            if (owner != null && owner.isDead()) {
                events.remove(i--);
            } else if (mayRun(event)
                    && (next < 0 || event.nanos() < events.get(next).nanos())) {
                next = i;
            }
        }
        if (next < 0) {
            return false;
        }
        done++;
        run(events.remove(next));
        return true;
    }

    private boolean mayRun(Event event) {
        NodeLife owner = event.owner();
        return switch (event.kind()) {
            case STEP -> true;
            case RECOVERY -> owner == null || !owner.isRecovering();
            case JTA -> owner == null || !owner.mayNotWait();
            case ALONE -> depth == 0;
        };
    }

    private void run(Event event) {
        nowNanos = Math.max(nowNanos, event.nanos());
        depth++;
        try {
            world.tick();
            NodeLife owner = event.owner();
            if (owner == null || !owner.isDead()) {
                event.action().run();
            }
        } catch (SimulatedCrash end) {
            world.history().detail("  (unwound)");
        } catch (RuntimeException | Error failed) {
            world.ledger().broken("no law", "an exception escaped: " + failed, failed);
        } finally {
            depth--;
        }
    }

    /** At a blocking call: lets others run, by chance. */
    void nest() {
        while (depth < NESTING_MAX && world.chance().of(world.profile().timing().nestChance()) && runNext()) {}
    }
}
