package dev.assent.resources.quirk;

import dev.assent.core.xa.AnswerTimeout;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

/**
 * Finds out how transactions of one pool ended whose one-phase commit lost its answer. After a restart of the server there may be
 * many at once, so one thread asks for all of them, on one connection of its own, until each is answered or given up:
 *
 * <ol>
 *   <li>The thread that commits waits, as long as the limit allows.
 *   <li>The thread that asks connects. As long as that fails it tries again.
 *   <li>It asks for each that waits. Those that have not ended yet are asked for again.
 *   <li>When nobody waits it ends.
 * </ol>
 *
 * <p>When the pool is closed nobody waits any more. When the node is being closed nobody waits for long.
 *
 * <p>Thread safety: safe to share.
 */
public final class LostCommits implements AutoCloseable {
    private static final int AGAIN_MILLIS = 100;

    /** How long is waited once the node is being closed: well below the limit of that. */
    private static final int CLOSING_MILLIS_MAX = 2_000;

    private final Asked asked;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Guarded by the lock. */
    private final List<Question> waiting = new ArrayList<>();

    /** Guarded by the lock. */
    private boolean isAsking;

    /** Guarded by the lock. */
    private boolean isClosed;

    /** The server has refused the question, which costs a transaction each time. */
    private volatile boolean isRefused;

    /**
     * Who is asked, and for how long.
     *
     * @param pool its name
     * @param source makes the connection
     * @param limit how long a commit waits for the answer; zero to ask nothing
     * @param answerTimeout how long each answer may take, on drivers that can limit it
     * @param isNodeClosing whether the node is being closed
     */
    public record Asked(
            String pool, XADataSource source, Duration limit, Duration answerTimeout, BooleanSupplier isNodeClosing) {}

    /** What one commit wants to know. */
    private static final class Question {
        final TransactionNumber number;
        volatile Ending ending = Ending.OPEN;

        Question(TransactionNumber number) {
            this.number = number;
        }
    }

    /** Of one pool. */
    public LostCommits(Asked asked) {
        this.asked = asked;
    }

    /** Whether numbers are to be asked for before commits. */
    boolean isWanted() {
        return !asked.limit().isZero() && !isRefused;
    }

    /** The server has refused to tell a number, and would again. */
    void refused() {
        isRefused = true;
    }

    /**
     * How a transaction has ended. Waits until that is known, as long as the limit allows.
     *
     * @return {@link Ending#OPEN} or {@link Ending#UNKNOWN} when nobody knows
     */
    public Ending endingOf(TransactionNumber number) {
        if (number.number() == TransactionNumber.NONE) {
            return Ending.UNKNOWN; // it may have taken one at its commit
        }
        Question question = new Question(number);
        lock.lock();
        try {
            waiting.add(question);
            if (!isAsking && !isClosed) {
                startToAsk();
                isAsking = true;
            }
            await(question);
        } finally {
            waiting.remove(question);
            lock.unlock();
        }
        return number.believed(question.ending);
    }

    private void startToAsk() {
        Thread thread = new Thread(this::ask, "assent-pool-" + asked.pool() + "-lost-commits");
        thread.setDaemon(true);
        thread.start();
    }

    /** An interruption does not end it, since the database may tell all the same; the thread stays interrupted. */
    private void await(Question question) {
        boolean isInterrupted = false;
        long endNanos = System.nanoTime() + asked.limit().toNanos();
        boolean isClosing = false;
        long leftNanos = endNanos - System.nanoTime();
        while (question.ending == Ending.OPEN && !isClosed && leftNanos > 0) {
            if (!isClosing && asked.isNodeClosing().getAsBoolean()) {
                isClosing = true;
                endNanos = System.nanoTime() + Math.min(leftNanos, TimeUnit.MILLISECONDS.toNanos(CLOSING_MILLIS_MAX));
            }
            try {
                changed.awaitNanos(Math.min(leftNanos, TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS)));
            } catch (InterruptedException interrupted) {
                isInterrupted = true;
            }
            leftNanos = endNanos - System.nanoTime();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- the thread that asks

    private void ask() {
        while (isAnybodyWaiting()) {
            try {
                askOnOneConnection();
            } catch (SQLException | RuntimeException | Error notReached) {
                pause(); // whatever it was: those who wait give up by themselves
            }
        }
    }

    private boolean isAnybodyWaiting() {
        lock.lock();
        try {
            isAsking = !waiting.isEmpty() && !isClosed;
            return isAsking;
        } finally {
            lock.unlock();
        }
    }

    private void askOnOneConnection() throws SQLException {
        XAConnection own = asked.source().getXAConnection();
        try {
            Connection connection = own.getConnection();
            AnswerTimeout.limit(connection, asked.answerTimeout());
            for (List<Question> open = open(); !open.isEmpty(); open = open()) {
                for (Question each : open) {
                    answer(each, TransactionHistory.ending(connection, each.number));
                }
                pause();
            }
        } finally {
            own.close();
        }
    }

    private List<Question> open() {
        lock.lock();
        try {
            return isClosed
                    ? List.of()
                    : waiting.stream()
                            .filter(each -> each.ending == Ending.OPEN)
                            .toList();
        } finally {
            lock.unlock();
        }
    }

    private void answer(Question question, Ending ending) {
        lock.lock();
        try {
            question.ending = ending;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void pause() {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS);
        lock.lock();
        try {
            long leftNanos = endNanos - System.nanoTime();
            while (!isClosed && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
        } catch (InterruptedException ignored) {
            // nobody interrupts this thread
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits any more. Idempotent; does not wait for the connection of the thread that asks. */
    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
