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
 * The requests that the ORB has brought, and whose threads wait for their answers: an ORB answers on the thread that it has
 * brought a request by. What is done for a request is done on another, so that these can always be let go: an ORB that is
 * ended while it serves answers nothing, and fills the log.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Visits {
    /** How long an ORB has for writing an answer before it is ended. */
    private static final long WRITE_MILLIS = 50;

    private final Executor work;
    private final Limits limits;
    private final Set<CompletableFuture<?>> waiting = ConcurrentHashMap.newKeySet();
    private final UnderWay underWay = new UnderWay();

    /** Guards what follows. */
    private final Object lock = new Object();

    private boolean isShut;
    private boolean isClosed;
    private volatile boolean isUsed;

    /** When the last answer was there. */
    private volatile long lastNanos;

    /**
     * Bounds.
     *
     * @param visitsMax how many may wait at once
     * @param millisMax how long one waits at most
     */
    public record Limits(int visitsMax, long millisMax) {}

    /** None yet. */
    public Visits(Executor work, Limits limits) {
        this.work = work;
        this.limits = limits;
    }

    /**
     * Waits for an answer.
     *
     * @param asking asks for it, on another thread, and is told it by any
     * @throws SystemException when there is no room, or no answer
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
            throw refused("no thread takes it");
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
                throw refused("the process takes no more of these");
            }
            if (!underWay.beginUpTo(limits.visitsMax())) {
                throw refused("as many as are allowed, " + limits.visitsMax() + ", are being answered");
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

    /** Takes nothing more; those who wait go on. */
    public void shut() {
        synchronized (lock) {
            isShut = true;
        }
    }

    /** Takes nothing more, and lets those go that wait still. */
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
        for (CompletableFuture<?> each : waiting) {
            each.completeExceptionally(closed());
        }
    }

    /**
     * Waits until nobody waits for an answer, and the last one was there for as long as an ORB needs to write it, which it
     * tells nobody; false when somebody still waits when the time is over.
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
