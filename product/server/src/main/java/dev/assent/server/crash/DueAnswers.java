package dev.assent.server.crash;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.WireObserver.Way;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The calls and questions that have come to a process and whose answers are not noted yet. Both are numbered as they
 * come. An answer does not say which message it belongs to, so this class assigns it to the oldest. If one message
 * takes long, the waiting thread waits too long, but never goes on too early.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class DueAnswers {
    /**
     * Longer than the system keeps a thread from noting an answer that it has just sent. A message that is due for
     * longer has no answer yet.
     */
    static final long AWAITED_MILLIS_MAX = 2_000;

    private final long awaitedMillisMax;
    private final Numbers calls = new Numbers();
    private final Numbers questions = new Numbers();

    /** The messages of one kind, by their numbers. */
    private static final class Numbers {
        /** The last one that has come. */
        long come;

        /** The last one whose answer is noted. */
        long noted;

        /** The last one that is not waited for any more. */
        long givenUp;

        void note() {
            if (noted < come) {
                noted++;
            }
        }

        boolean isDue(long number) {
            return number > Math.max(noted, givenUp);
        }

        void giveUp(long number) {
            givenUp = Math.max(givenUp, number);
        }

        void forget() {
            noted = come;
        }
    }

    /**
     * Nothing has come.
     *
     * @param awaitedMillisMax how long an answer is waited for
     */
    DueAnswers(long awaitedMillisMax) {
        this.awaitedMillisMax = awaitedMillisMax;
    }

    /** A message has passed. */
    synchronized void passed(Way way, Object message) {
        if (way == Way.IN && message instanceof Call) {
            calls.come++;
        } else if (way == Way.IN && message instanceof Request) {
            questions.come++;
        } else if (way == Way.OUT && message instanceof Result) {
            calls.note();
            notifyAll();
        } else if (way == Way.OUT && message instanceof Response) {
            questions.note();
            notifyAll();
        }
    }

    /**
     * Waits until all answers that were sent before are noted. If a message has no answer for too long, this method
     * gives it up: the process still works on it, or its answer was lost with its connection. Later calls do not wait
     * for it.
     *
     * @param isOver whether the wait must end; after a change, call {@link #wake}
     * @return whether nothing was given up
     */
    synchronized boolean awaitNoted(BooleanSupplier isOver) {
        long call = calls.come;
        long question = questions.come;
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(awaitedMillisMax);
        try {
            while ((calls.isDue(call) || questions.isDue(question)) && !isOver.getAsBoolean()) {
                long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
                if (left <= 0) {
                    calls.giveUp(call);
                    questions.giveUp(question);
                    return false;
                }
                wait(left);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Makes the waiting threads check again whether their wait must end. */
    synchronized void wake() {
        notifyAll();
    }

    /** Nothing is due any more. */
    synchronized void forget() {
        calls.forget();
        questions.forget();
    }
}
