package dev.assent.server.crash;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.WireObserver.Way;
import java.util.concurrent.TimeUnit;

/**
 * How many calls and questions have come to a process whose answers are not noted yet.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class DueAnswers {
    /** Longer than a thread that has just sent an answer is kept from noting it; what is due for longer is not answered at all. */
    private static final long AWAITED_MILLIS_MAX = 2_000;

    private int due;

    /** A message has passed. */
    synchronized void passed(Way way, Object message) {
        if (way == Way.IN && (message instanceof Call || message instanceof Request)) {
            due++;
        } else if (way == Way.OUT && (message instanceof Result || message instanceof Response) && due > 0) {
            due--;
            notifyAll();
        }
    }

    synchronized boolean isNoneDue() {
        return due == 0;
    }

    /** Waits until all that was answered is noted. */
    synchronized void awaitNoted() {
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AWAITED_MILLIS_MAX);
        try {
            for (long left = 1; !isNoneDue() && left > 0; ) {
                left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
                if (left > 0) {
                    wait(left);
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        due = 0; // what is still due has no answer: it was lost with its connection
    }
}
