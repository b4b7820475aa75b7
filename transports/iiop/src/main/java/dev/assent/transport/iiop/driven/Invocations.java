package dev.assent.transport.iiop.driven;

import dev.assent.core.message.Message;
import dev.assent.core.participant.Telling;
import dev.assent.remote.transport.Exchange;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Invocations of others, each on a thread that the ORB keeps until there is a reply, however long that takes. Who waits for
 * an answer waits no longer than it has said: then it is told that there is none, and the thread is left to the ORB.
 *
 * <p>Thread safety: all methods may be called by any thread; none but {@link #awaitNone} waits.
 */
public final class Invocations {
    private final Executor threads;
    private final LongSupplier nanos;
    private final Set<Exchange<?>> underWay = ConcurrentHashMap.newKeySet();

    /** Guards what follows. */
    private final Object lock = new Object();

    private boolean isClosed;

    /** How many threads the ORB has. */
    private int invoking;

    /** None yet. */
    public Invocations(Executor threads, LongSupplier nanos) {
        this.threads = threads;
        this.nanos = nanos;
    }

    /** Invokes something, and answers with what it returns; a bug that it throws is an answer that is lost. */
    public <A> void begin(Exchange<A> exchange, Supplier<A> invocation) {
        synchronized (lock) {
            if (!isClosed) {
                underWay.add(exchange);
            }
        }
        if (!underWay.contains(exchange)) {
            exchange.fail(new IllegalStateException(Message.IIOP_CLOSED.text()));
            return;
        }
        try {
            threads.execute(() -> invoke(exchange, invocation));
        } catch (RejectedExecutionException full) {
            settle(exchange, () -> exchange.fail(full));
        }
    }

    private <A> void invoke(Exchange<A> exchange, Supplier<A> invocation) {
        if (!exchange.deliver()) {
            return; // its time was over before a thread was free
        }
        A answer;
        count(1);
        try {
            answer = invocation.get();
        } catch (RuntimeException | Error bug) {
            settle(exchange, () -> exchange.fail(bug));
            return;
        } finally {
            count(-1);
        }
        settle(exchange, () -> exchange.answer(answer));
    }

    private void count(int more) {
        synchronized (lock) {
            invoking += more;
        }
    }

    private void settle(Exchange<?> exchange, Runnable telling) {
        try {
            telling.run();
        } finally {
            underWay.remove(exchange);
            synchronized (lock) {
                lock.notifyAll();
            }
        }
    }

    /** Answers for those whose time is over. */
    public void tick() {
        long now = nanos.getAsLong();
        Telling.all(underWay, each -> {
            if (each.isOverdue(now)) {
                settle(each, () -> each.fail(new IllegalStateException(Message.IIOP_NO_ANSWER.text(each.millis()))));
            }
        });
    }

    /** Waits until nothing is under way; false when something still is when the time is over. */
    public boolean awaitNone(long untilNanos) throws InterruptedException {
        synchronized (lock) {
            long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            while (!underWay.isEmpty() && left > 0) {
                lock.wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            }
            return underWay.isEmpty();
        }
    }

    /** Invokes nothing more, and answers for all that is under way. */
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
        IllegalStateException closed = new IllegalStateException(Message.IIOP_CLOSED.text());
        Telling.all(underWay, each -> settle(each, () -> each.fail(closed)));
    }

    /** Whether the ORB has no thread. */
    public boolean isIdle() {
        synchronized (lock) {
            return invoking == 0;
        }
    }
}
