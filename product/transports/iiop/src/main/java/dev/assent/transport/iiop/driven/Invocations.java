package dev.assent.transport.iiop.driven;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.core.foreign.Telling;
import dev.assent.remote.transport.Exchange;
import dev.assent.transport.iiop.bound.Shares;
import dev.assent.transport.iiop.bound.UnderWay;
import dev.assent.transport.iiop.reference.IiopPlace;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Invocations of other processes. The ORB keeps a thread for each until there is a reply, however long that takes. A
 * caller waits no longer than the time it has set. Then it gets a failure, while its thread stays inside of the ORB. No
 * place has more than its share of the threads.
 *
 * <p>Thread safety: all methods may be called by any thread; none but {@link #awaitNone} waits.
 */
public final class Invocations {
    private final Shares<IiopPlace> threads;
    private final LongSupplier nanos;
    private final Set<Exchange<?>> underWay = ConcurrentHashMap.newKeySet();

    /** Counts the exchanges in the set. */
    private final UnderWay unanswered = new UnderWay();

    /** Counts the threads inside of the ORB. */
    private final UnderWay invoking = new UnderWay();

    /** Guards closing: nothing begins after it. */
    private final Object lock = new Object();

    private boolean isClosed;

    /**
     * Nothing is invoked yet.
     *
     * @param perPlaceMax how many of these threads one place may have
     */
    public Invocations(Executor threads, int perPlaceMax, LongSupplier nanos) {
        this.threads = new Shares<>(threads, perPlaceMax);
        this.nanos = nanos;
    }

    /** Invokes something at a place and answers with its result. If it throws, the answer counts as lost. */
    public <A> void begin(IiopPlace place, Exchange<A> exchange, Supplier<A> invocation) {
        boolean isBegun;
        synchronized (lock) {
            isBegun = !isClosed && underWay.add(exchange);
            if (isBegun) {
                unanswered.begin();
            }
        }
        if (isBegun) {
            threads.execute(place, new Invocation<>(exchange, invocation));
        } else {
            exchange.fail(new IllegalStateException(MESSAGES.closed()));
        }
    }

    private final class Invocation<A> implements Shares.Work {
        private final Exchange<A> exchange;
        private final Supplier<A> body;

        Invocation(Exchange<A> exchange, Supplier<A> body) {
            this.exchange = exchange;
            this.body = body;
        }

        @Override
        public boolean isOver() {
            return !underWay.contains(exchange);
        }

        @Override
        public void refuse(RejectedExecutionException full) {
            settle(exchange, () -> exchange.fail(full));
        }

        @Override
        public void run() {
            if (!exchange.deliver()) {
                return; // its time was over before a thread was free
            }
            A answer;
            invoking.begin();
            try {
                answer = body.get();
            } catch (Throwable bug) {
                settle(exchange, () -> exchange.fail(bug));
                return;
            } finally {
                invoking.end();
            }
            settle(exchange, () -> exchange.answer(answer));
        }
    }

    private void settle(Exchange<?> exchange, Runnable telling) {
        try {
            telling.run();
        } finally {
            if (underWay.remove(exchange)) {
                unanswered.end();
            }
        }
    }

    /** Gives a failure to the callers whose time is over. */
    public void tick() {
        long now = nanos.getAsLong();
        Telling.all(underWay, each -> {
            if (each.isOverdue(now)) {
                settle(each, () -> each.fail(new IllegalStateException(MESSAGES.noAnswer(each.millis()))));
            }
        });
    }

    /** Waits until nothing runs any more; false when the time is over before. */
    public boolean awaitNone(long untilNanos) throws InterruptedException {
        return unanswered.awaitNone(untilNanos);
    }

    /** Invokes nothing more, and gives a failure to all callers that still wait. */
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
        IllegalStateException closed = new IllegalStateException(MESSAGES.closed());
        Telling.all(underWay, each -> settle(each, () -> each.fail(closed)));
    }

    /** Whether no thread is inside of the ORB. */
    public boolean isIdle() {
        return invoking.isIdle();
    }
}
