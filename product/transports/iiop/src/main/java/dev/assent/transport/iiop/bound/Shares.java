package dev.assent.transport.iiop.bound;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Gives threads to work of many kinds, and to each kind at most a share, so that a kind whose work never ends leaves
 * threads for the others. If the share of its kind is used up, work waits in the queue of its kind. A full queue first
 * drops the work that is over.
 *
 * <p>Thread safety: all methods may be called by any thread; none waits.
 *
 * @param <K> a kind of work
 */
public final class Shares<K> {
    /** How much work of one kind waits at most. */
    static final int WAITING_MAX = 10_000;

    private final Executor threads;
    private final int max;

    /** Guarded by itself; has only kinds that have work. */
    private final Map<K, Share> shares = new HashMap<>();

    /** A piece of work. */
    public interface Work extends Runnable {
        /** Whether it is no longer needed. */
        boolean isOver();

        /** Is called when no thread does this work, now or later. */
        void refuse(RejectedExecutionException full);
    }

    private static final class Share {
        final Queue<Work> waiting = new ArrayDeque<>();
        int running;
    }

    /**
     * No work yet.
     *
     * @param threads runs work on a thread other than the caller's; an exception of it refuses the work
     * @param max how many pieces of work of one kind run at once
     */
    public Shares(Executor threads, int max) {
        this.threads = threads;
        this.max = max;
    }

    /** Runs the work now or when its turn comes; or refuses it, before this returns or later. */
    public void execute(K kind, Work work) {
        switch (admit(kind, work)) {
            case NOW -> start(kind, work);
            case LATER -> {}
            case NEVER -> work.refuse(new RejectedExecutionException(WAITING_MAX + " wait for '" + kind + "' already"));
        }
    }

    private enum Turn {
        NOW,
        LATER,
        NEVER
    }

    private Turn admit(K kind, Work work) {
        synchronized (shares) {
            Share share = shares.computeIfAbsent(kind, fresh -> new Share());
            if (share.running < max) {
                share.running++;
                return Turn.NOW;
            }
            if (share.waiting.size() >= WAITING_MAX) {
                share.waiting.removeIf(Work::isOver);
            }
            return share.waiting.size() < WAITING_MAX && share.waiting.add(work) ? Turn.LATER : Turn.NEVER;
        }
    }

    private void start(K kind, @Nullable Work first) {
        for (Work each = first; each != null; each = next(kind)) {
            Work work = each;
            try {
                threads.execute(() -> run(kind, work));
                return;
            } catch (RejectedExecutionException full) {
                work.refuse(full);
            } catch (VirtualMachineError noThread) { // no thread can be started
                work.refuse(new RejectedExecutionException(noThread.toString(), noThread));
            }
        }
    }

    private void run(K kind, Work work) {
        try {
            work.run();
        } finally {
            start(kind, next(kind));
        }
    }

    /** The work that takes the thread of work that has ended; null when none waits. */
    private @Nullable Work next(K kind) {
        synchronized (shares) {
            Share share = Objects.requireNonNull(shares.get(kind));
            Work next = share.waiting.poll();
            if (next == null && --share.running == 0) {
                shares.remove(kind);
            }
            return next;
        }
    }

    /** How many kinds have work. */
    int size() {
        synchronized (shares) {
            return shares.size();
        }
    }
}
