package dev.assent.testkit.simulation;

import dev.assent.core.log.Durability;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Law 6, in one life of a node: if no force is under way, a caller forces at once. A caller that comes during a force
 * waits for the next force and no later one; that force takes the records of all waiting callers. When the last force
 * has ended, no caller waits. Not thread-safe.
 */
final class GroupCommitOracle {
    private final NodeLife life;

    /** The waiting callers, and how many forces had begun when each came. */
    private final Map<Object, Long> waiting = new LinkedHashMap<>();

    private long begun;

    /** How many threads are inside the log: the one that leads, and those that still give answers. */
    private int inside;

    /** How many threads were lent to the log, and have not begun. */
    private int lent;

    GroupCommitOracle(NodeLife life) {
        this.life = life;
    }

    /**
     * A caller wants a record to be durable.
     *
     * @param who an object of its own for each time
     */
    Durability force(Object who, Supplier<Durability> force) {
        boolean isIdle = inside == 0 && lent == 0;
        if (!isIdle) {
            waiting.put(who, begun);
        }
        Durability answer = lead(force);
        if (answer != Durability.PENDING) {
            waiting.remove(who);
        } else if (isIdle) {
            broken("a record waits though nobody forces");
        }
        checkAtRest();
        return answer;
    }

    /** A caller that had to wait gets its answer. */
    void told(Object who) {
        waiting.remove(who);
    }

    /** Forces the records that nobody waits for. */
    void flush(Runnable work) {
        leadAlone(work);
    }

    private void leadAlone(Runnable work) {
        lead(() -> {
            work.run();
            return Durability.PENDING;
        });
        checkAtRest();
    }

    /** The log was given a thread, which runs {@link #leadOfLent} soon. */
    void lent() {
        lent++;
    }

    /** A thread that was lent goes on with the forces. */
    void leadOfLent(Runnable work) {
        lent--;
        leadAlone(work);
    }

    private Durability lead(Supplier<Durability> work) {
        inside++;
        try {
            return work.get();
        } finally {
            inside--;
        }
    }

    /**
     * The disk is forced. The first force after a caller came takes its record, so that caller has its answer before
     * another force begins. The exception: another thread than the leader is inside the log, and may still have to give
     * that answer.
     */
    void forceBegins() {
        begun++;
        if (inside == 1 && waiting.values().stream().anyMatch(came -> begun > came + 1)) {
            broken("the force that takes a record is over, and its waiting thread has not heard of it");
        }
    }

    private void checkAtRest() {
        if (inside == 0 && lent == 0 && !waiting.isEmpty()) {
            broken(waiting.size() + " wait, and nobody forces");
        }
    }

    private void broken(String what) {
        if (!life.isDead()) {
            life.world().ledger().broken("law 6", what + ", at " + life);
        }
    }
}
