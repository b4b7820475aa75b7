package dev.assent.transport.soap.messaging;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.time.Clock;
import dev.assent.remote.transport.Exchange;
import dev.assent.transport.soap.http.HttpCaller;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpCaller.Posting;
import dev.assent.transport.soap.http.HttpCaller.Progress;
import dev.assent.transport.soap.http.Reply;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What was posted and waits for its answer on the connection, by the clock of the process: each is answered once, also when
 * its time is over, or the transport is closed.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Exchanges {
    private final HttpCaller caller;
    private final Clock clock;
    private final Set<Waiting<?>> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /** None yet. */
    public Exchanges(HttpCaller caller, Clock clock) {
        this.caller = caller;
        this.clock = clock;
    }

    /** One that was posted. */
    private static final class Waiting<A> {
        private final Exchange<A> exchange;
        /** Guards what follows. */
        private final Object lock = new Object();

        private @Nullable Posting posting;
        private @Nullable Throwable failure;

        Waiting(Exchange<A> exchange) {
            this.exchange = exchange;
        }

        void fail(Throwable cause) {
            exchange.fail(cause);
            Posting posted;
            synchronized (lock) {
                failure = cause;
                posted = posting;
            }
            if (posted != null) {
                posted.abort(cause);
            }
        }

        /** It is under way; nobody waits for it when its time was over before. */
        void posted(Posting begun) {
            Throwable before;
            synchronized (lock) {
                posting = begun;
                before = failure;
            }
            if (before != null) {
                begun.abort(before);
            }
        }
    }

    /**
     * Who waits.
     *
     * @param timeoutMillis how long; at least 1
     * @param reply is told once
     * @param unanswered makes the answer of a message without one, of whether it may have arrived
     */
    public record Waiter<A>(long timeoutMillis, Consumer<A> reply, BiFunction<Boolean, Throwable, A> unanswered) {}

    /**
     * Posts something.
     *
     * @param sent is told how many bytes it takes on the connection, once it is sent
     * @param waiter is told once, by any thread, also before this returns
     * @param read what an answer of HTTP means
     */
    public <A> void post(Outgoing out, IntConsumer sent, Waiter<A> waiter, Answers<A> read) {
        Exchange<A> exchange =
                new Exchange<>(clock.nanos(), waiter.timeoutMillis(), waiter.reply(), waiter.unanswered());
        Waiting<A> added = new Waiting<>(exchange);
        waiting.add(added);
        if (isClosed) {
            waiting.remove(added);
            exchange.fail(closed());
            return;
        }
        Progress progress = new Progress() {
            @Override
            public boolean begun() {
                return exchange.deliver();
            }

            @Override
            public void sent(int bytes) {
                sent.accept(bytes);
            }
        };
        added.posted(caller.post(out, progress, reply -> {
            waiting.remove(added);
            if (reply instanceof Reply.Answered answered) {
                answer(exchange, read, answered);
            } else {
                exchange.fail(((Reply.Unanswered) reply).cause());
            }
        }));
    }

    /** Whatever reading it comes to, who waits is told. */
    private static <A> void answer(Exchange<A> exchange, Answers<A> read, Reply.Answered answered) {
        A told;
        try {
            told = read.of(answered);
        } catch (Throwable bug) {
            exchange.fail(bug);
            throw bug;
        }
        exchange.answer(told);
    }

    /** What an answer of HTTP means. */
    @FunctionalInterface
    public interface Answers<A> {
        /** Reads it; when it throws, there is no answer. */
        A of(Reply.Answered answered);
    }

    private static IllegalStateException closed() {
        return new IllegalStateException(MESSAGES.closed());
    }

    /** Answers for those whose time is over. */
    public void tick() {
        long now = clock.nanos();
        for (Waiting<?> each : waiting) {
            if (each.exchange.isOverdue(now) && waiting.remove(each)) {
                each.fail(new IllegalStateException(MESSAGES.noReply(each.exchange.millis())));
            }
        }
    }

    /** Whether nothing is waited for. */
    public boolean isIdle() {
        return waiting.isEmpty();
    }

    /** Answers for all: nothing comes any more, and nothing is posted. */
    public void close() {
        isClosed = true;
        for (Waiting<?> each : waiting) {
            if (waiting.remove(each)) {
                each.fail(closed());
            }
        }
    }
}
