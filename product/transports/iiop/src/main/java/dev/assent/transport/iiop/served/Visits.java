package dev.assent.transport.iiop.served;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.transport.iiop.bound.UnderWay;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.NO_RESPONSE;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSIENT;

/**
 * The calls and requests that the ORB has brought, and whose threads wait for their answers: an ORB writes an answer on
 * the thread that has read the request. Other threads do the work, so closing can always release the ORB's threads. An
 * ORB that ends while it serves answers nothing, and fills the log.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Visits {
    /** The time that an ORB gets for writing an answer before it is ended. */
    private static final long WRITE_MILLIS = 50;

    private final Executor work;
    private final Limits limits;
    private final Set<CompletableFuture<?>> waiting = ConcurrentHashMap.newKeySet();
    private final UnderWay underWay = new UnderWay();

    /** Guards the fields below. */
    private final Object lock = new Object();

    private boolean isShut;
    private boolean isClosed;
    private volatile boolean isUsed;

    /** The time of the last answer. */
    private volatile long lastNanos;

    /**
     * Bounds on callers that wait.
     *
     * @param visitsMax how many may wait at once
     * @param millisMax how long each may wait
     */
    public record Limits(int visitsMax, long millisMax) {}

    /** Nothing waits yet. */
    public Visits(Executor work, Limits limits) {
        this.work = work;
        this.limits = limits;
    }

    /**
     * Waits for an answer.
     *
     * @param asking starts the work, on another thread; any thread may give it the answer
     * @throws SystemException when the limit is reached, or no answer comes
     */
    public <A> A await(Consumer<Consumer<A>> asking) {
        enter();
        CompletableFuture<A> answer = new CompletableFuture<>();
        waiting.add(answer);
        try {
            synchronized (lock) {
                if (isClosed) {
                    throw closed();
                }
            }
            work.execute(() -> ask(asking, answer));
            return answer.get(limits.millisMax(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException full) {
            throw refused("all threads are busy");
        } catch (TimeoutException late) {
            throw new NO_RESPONSE(MESSAGES.noAnswer(limits.millisMax()), 0, CompletionStatus.COMPLETED_MAYBE);
        } catch (ExecutionException broken) {
            throw failure(Objects.requireNonNull(broken.getCause()));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw closed();
        } finally {
            waiting.remove(answer);
            leave();
        }
    }

    private static <A> void ask(Consumer<Consumer<A>> asking, CompletableFuture<A> answer) {
        try {
            asking.accept(answer::complete);
        } catch (Throwable bug) {
            answer.completeExceptionally(bug);
            throw bug;
        }
    }

    private static SystemException failure(Throwable cause) {
        return cause instanceof SystemException known
                ? known
                : new INTERNAL(cause.toString(), 0, CompletionStatus.COMPLETED_MAYBE);
    }

    private void enter() {
        synchronized (lock) {
            if (isClosed || isShut) {
                throw refused("the process is closing");
            }
            if (!underWay.beginUpTo(limits.visitsMax())) {
                throw refused("the limit of " + limits.visitsMax() + " at once is reached");
            }
        }
    }

    private static SystemException refused(String why) {
        return new TRANSIENT(why + "; nothing was done", 0, CompletionStatus.COMPLETED_NO);
    }

    private static SystemException closed() {
        return new COMM_FAILURE(MESSAGES.closed(), 0, CompletionStatus.COMPLETED_MAYBE);
    }

    private void leave() {
        isUsed = true;
        lastNanos = System.nanoTime();
        underWay.end();
    }

    /** Accepts nothing more; callers that wait go on waiting. */
    public void shut() {
        synchronized (lock) {
            isShut = true;
        }
    }

    /** Accepts nothing more, and gives an exception to all callers that still wait. */
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
        for (CompletableFuture<?> each : waiting) {
            each.completeExceptionally(closed());
        }
    }

    /**
     * Waits until no caller waits for an answer. After the last answer it also waits for as long as an ORB needs to
     * write it, since the ORB does not report that. Returns false when a caller still waits when the time is over.
     */
    public boolean awaitNone(long untilNanos) throws InterruptedException {
        underWay.awaitNone(untilNanos);
        long written = lastNanos + TimeUnit.MILLISECONDS.toNanos(WRITE_MILLIS) - System.nanoTime();
        if (isUsed && written > 0) {
            TimeUnit.NANOSECONDS.sleep(written);
        }
        return underWay.isIdle();
    }
}
