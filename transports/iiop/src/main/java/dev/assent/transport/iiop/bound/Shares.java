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
 * Gives threads to work of many kinds, to each kind a share at most: one whose work never ends leaves threads for the others. What
 * finds the share of its kind taken waits for its turn in a queue of that kind; what is over while it waits gives its place
 * there to others.
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

    /** Guarded by itself; of a kind that has no work there is nothing. */
    private final Map<K, Share> shares = new HashMap<>();

    /** Some work. */
    public interface Work extends Runnable {
        /** Whether nobody needs it any more. */
        boolean isOver();

        /** There is no thread for it, and will not be. */
        void refuse(RejectedExecutionException full);
    }

    private static final class Share {
        final Queue<Work> waiting = new ArrayDeque<>();
        int running;
    }

    /**
     * None yet.
     *
     * @param threads does the work by threads other than the one that asks for it; what it throws is a refusal
     * @param max how much work of one kind is done at once
     */
    public Shares(Executor threads, int max) {
        this.threads = threads;
        this.max = max;
    }

    /** Does some work, now or when it is its turn; or refuses it, before this returns or later. */
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
            } catch (VirtualMachineError noThread) { // none can be started
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

    /** What takes the place of work that has ended; null when there is none. */
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
