package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.foreign.ForeignCode;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Group commit (law 6: group commit without a timer): one force serves all threads that came while the one before was
 * under way. It has no thread and no timer of its own; the threads that want their records forced do the work.
 *
 * <p>At most one thread leads. The leader works in rounds, each of one write and one force:
 *
 * <ol>
 *   <li>Under the lock, it takes all records that were appended so far. (Later records collect for the next round.)
 *   <li>Outside the lock, it writes and forces them. A thread that calls {@link #force} meanwhile, for a position
 *       that is not durable, joins the queue and gets PENDING.
 *   <li>Under the lock, it publishes the position that is durable now, and picks from the queue all replies up to
 *       that position, including those that came during the force.
 *   <li>If replies remain, it lends the lead to the first of them that has a thread for it; that thread goes on
 *       with step 1. This comes before the answers, so that the disk is busy while the leader gives them.
 *   <li>Outside the lock, it answers the replies that it picked. Then it returns with its own answer. Only if no
 *       thread took the lead, it goes on with step 1 itself.
 * </ol>
 *
 * <p>A lone thread finds no leader and no waiting reply: its force costs it one write, one force, and no change of
 * thread.
 *
 * <p>If a round fails, nobody can know whether its records survive. The threads that it covers get UNKNOWN, all others
 * FENCED. No round is ever tried again, since a second force may succeed although the first has lost its data (law 8: a
 * failed force is an unknown outcome).
 *
 * <p>Thread safety: any thread may call {@link #force}, {@link #flush} and {@link #close}; each other method says who
 * calls it.
 */
final class GroupForce {
    /** The owner's part of a round. */
    interface Rounds {
        /**
         * Takes all records appended so far for the next {@link #write}. Called under the lock.
         *
         * @return the last position that was taken
         */
        long take();

        /** Writes and forces the records that were taken. Called outside the lock, by one thread at a time. */
        void write() throws IOException;

        /** The last position that a record got. Called under the lock. */
        long last();

        /** Whether there is anything to take. Called under the lock. */
        boolean isPending();
    }

    private static final System.Logger LOGGER = System.getLogger(GroupForce.class.getName());

    /** How often {@link #close} looks for the end of the round under way, and how long each time. */
    private static final int CLOSE_WAITS_MAX = 100;

    private static final long CLOSE_WAIT_MILLIS = 100;

    private final Object lock;
    private final Rounds rounds;
    private final Runnable lent = this::lead;
    private final ForceQueue waiting = new ForceQueue();
    private final AtomicReference<@Nullable ForceQueue> spare = new AtomicReference<>(new ForceQueue());
    private volatile long durable;
    private volatile @Nullable Throwable failure;
    private volatile boolean isClosing;
    private boolean isLed;
    private long taken;

    /** Guards its queue with the lock that also guards the appending of records. */
    GroupForce(Object lock, Rounds rounds) {
        this.lock = lock;
        this.rounds = rounds;
    }

    /** Why a round failed; null if none did. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** Whether {@link #close} was called. */
    boolean isClosing() {
        return isClosing;
    }

    /** Makes the records up to a position durable, as {@link DecisionLog#force} says. */
    Durability force(long position, ForceReply reply) {
        if (position <= durable) {
            return Durability.DURABLE;
        }
        synchronized (lock) {
            if (position <= durable) {
                return Durability.DURABLE;
            }
            if (position > rounds.last()) {
                throw new IllegalArgumentException("position " + position + " was not given by this log");
            }
            if (failure != null) {
                return Durability.FENCED;
            }
            if (isLed) {
                waiting.add(position, reply);
                return Durability.PENDING;
            }
            isLed = true;
        }
        return lead();
    }

    /**
     * Leads until another thread does or no reply waits; returns the outcome of the first round. If a reply throws an
     * error of the JVM, it is rethrown when this thread no longer leads.
     */
    private Durability lead() {
        Throwable thrown = null;
        Durability own;
        try {
            own = write();
            ForceQueue picked = settle();
            while (!handOver()) {
                thrown = answer(picked, thrown);
                write();
                picked = settle();
            }
            thrown = answer(picked, thrown);
        } catch (Throwable fatal) {
            fail(fatal);
            throw fatal;
        }
        ForeignCode.rethrow(thrown);
        return own;
    }

    /**
     * The result of the running round is unknown: all waiting replies hear so, and no thread leads any more (law 8: a
     * failed force is an unknown outcome).
     */
    private void fail(Throwable fatal) {
        if (failure == null) {
            failure = fatal;
        }
        try {
            answer(settle(), fatal);
        } catch (Throwable again) { // probably for the same cause
            synchronized (lock) {
                retire();
            }
        }
    }

    /** Steps 1 and 2. */
    private Durability write() {
        try {
            synchronized (lock) {
                taken = rounds.take();
            }
            rounds.write();
            return Durability.DURABLE;
        } catch (IOException | RuntimeException e) {
            failure = e;
            return Durability.UNKNOWN;
        }
    }

    /** Step 3. */
    private ForceQueue settle() {
        ForceQueue picked = spare.getAndSet(null);
        if (picked == null) {
            picked = new ForceQueue();
        }
        synchronized (lock) {
            if (failure == null) {
                durable = taken;
                waiting.moveCovered(taken, Durability.DURABLE, picked);
            } else {
                waiting.moveCovered(taken, Durability.UNKNOWN, picked);
                waiting.moveCovered(Long.MAX_VALUE, Durability.FENCED, picked);
                retire();
            }
        }
        return picked;
    }

    /** Step 4; whether this thread no longer leads: another one does, or no reply waits. */
    private boolean handOver() {
        for (int i = 0; ; i++) {
            ForceReply next;
            synchronized (lock) {
                if (waiting.size() == 0) {
                    retire();
                    return true;
                }
                if (i == waiting.size()) {
                    return false;
                }
                next = waiting.reply(i);
            }
            if (isLent(next)) {
                return true;
            }
        }
    }

    /** A reply that can't lend a thread now, for example for lack of memory, counts as having none. */
    private boolean isLent(ForceReply next) {
        try {
            return next.lend(lent);
        } catch (Throwable none) {
            return false;
        }
    }

    private void retire() {
        isLed = false;
        if (isClosing) {
            lock.notifyAll();
        }
    }

    /**
     * Step 5. If a reply throws, the others still get their answers.
     *
     * @param before an error of the JVM that a reply has thrown already
     * @return that error; else the first one that one of these has thrown
     */
    private @Nullable Throwable answer(ForceQueue picked, @Nullable Throwable before) {
        Throwable first = before;
        for (int i = 0; i < picked.size(); i++) {
            try {
                picked.reply(i).done(picked.answer(i));
            } catch (Error error) {
                first = first == null ? error : first;
            } catch (Throwable bug) {
                Durability answer = picked.answer(i);
                ForeignCode.tell(() -> LOGGER.log(Level.ERROR, MESSAGES.logReplyFailed(answer), bug));
            }
        }
        picked.clear();
        spare.set(picked);
        return first;
    }

    /**
     * Runs a round for records that no thread waits for; none if there is nothing to write, or another thread leads.
     */
    void flush() {
        synchronized (lock) {
            if (isLed || isClosing || failure != null || !rounds.isPending()) {
                return;
            }
            isLed = true;
        }
        lead();
    }

    /**
     * Runs a last round if there is something to write. The owner appends nothing from now on.
     *
     * @return whether no thread leads now, so that the files can be closed; false if a round has not returned
     *     within ten seconds
     */
    boolean close() {
        synchronized (lock) {
            isClosing = true;
            awaitNoLead();
            if (isLed) {
                return false;
            }
            if (failure != null || !rounds.isPending()) {
                return true;
            }
            isLed = true;
        }
        lead();
        return true;
    }

    private void awaitNoLead() {
        boolean isInterrupted = false;
        for (int i = 0; isLed && i < CLOSE_WAITS_MAX; i++) {
            try {
                lock.wait(CLOSE_WAIT_MILLIS);
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
