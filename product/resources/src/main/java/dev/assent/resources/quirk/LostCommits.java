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
 * Finds out how transactions of one pool ended whose one-phase commit lost its answer. A restart of the server can
 * cause many at once, so one thread asks about all of them, on its own connection, until each is answered or given up:
 *
 * <ol>
 *   <li>The committing thread waits, up to the limit.
 *   <li>The asking thread connects. It repeats that until it succeeds.
 *   <li>It asks about each waiting transaction, and asks again about those that have not ended yet.
 *   <li>It ends when no thread waits.
 * </ol>
 *
 * <p>Closing the pool ends the waiting. Closing the node shortens it.
 *
 * <p>Thread safety: safe to share.
 */
public final class LostCommits implements AutoCloseable {
    private static final int AGAIN_MILLIS = 100;

    /** The longest wait while the node closes: well below the limit for closing it. */
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

    /** The server has refused the question; each refusal costs a transaction. */
    private volatile boolean isRefused;

    /**
     * The server to ask, and the limits.
     *
     * @param pool its name
     * @param source makes the connection
     * @param limit how long a commit waits for the answer; zero to ask nothing
     * @param answerTimeout the longest wait for each answer, on drivers that can limit it
     * @param isNodeClosing whether the node is closing
     */
    public record Asked(
            String pool, XADataSource source, Duration limit, Duration answerTimeout, BooleanSupplier isNodeClosing) {}

    /** The question of one commit. */
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

    /** Whether to ask for numbers before commits. */
    boolean isWanted() {
        return !asked.limit().isZero() && !isRefused;
    }

    /** Notes that the server has refused to tell a number, and would refuse again. */
    void refused() {
        isRefused = true;
    }

    /**
     * How a transaction has ended. Waits for the answer, up to the limit.
     *
     * @return {@link Ending#OPEN} or {@link Ending#UNKNOWN} when nobody knows
     */
    Ending endingOf(TransactionNumber number) {
        if (number.number() == TransactionNumber.NONE) {
            return Ending.UNKNOWN; // the commit may have given it a number
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

    /** An interruption does not end the wait, since the database may still answer; the thread stays interrupted. */
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

    // ---- the asking thread

    private void ask() {
        while (isAnybodyWaiting()) {
            try {
                askOnOneConnection();
            } catch (Throwable notReached) {
                pause(); // the waiting threads have their own limit
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

    /** Ends all waiting. Idempotent; does not wait for the connection of the asking thread. */
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
