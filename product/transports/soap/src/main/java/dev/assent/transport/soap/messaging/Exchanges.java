package dev.assent.transport.soap.messaging;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.time.Clock;
import dev.assent.remote.transport.Exchange;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpCaller.Posting;
import dev.assent.transport.soap.http.HttpCaller.Progress;
import dev.assent.transport.soap.http.Poster;
import dev.assent.transport.soap.http.Reply;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Posts messages that wait for their answer on the connection, and measures their time by the process's clock. Each
 * gets one result, even if its time is over or the transport closes.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Exchanges {
    private final Poster poster;
    private final Clock clock;
    private final Set<Waiting<?>> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /** No messages yet. */
    public Exchanges(Poster poster, Clock clock) {
        this.poster = poster;
        this.clock = clock;
    }

    /** A posted message. */
    private static final class Waiting<A> {
        private final Exchange<A> exchange;
        /** Guards the fields below. */
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

        /** Notes the posting; aborts it if the time was over before. */
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
     * The caller that waits for an answer.
     *
     * @param timeoutMillis how long it waits; at least 1
     * @param reply gets the result once
     * @param unanswered makes the result of a message without an answer, from whether it may have arrived
     */
    public record Waiter<A>(long timeoutMillis, Consumer<A> reply, BiFunction<Boolean, Throwable, A> unanswered) {}

    /**
     * Posts a message.
     *
     * @param sent gets its size on the connection, once it is sent
     * @param waiter gets the result once, by any thread, perhaps before this returns
     * @param read converts the HTTP answer
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
        added.posted(poster.post(out, progress, reply -> {
            waiting.remove(added);
            if (reply instanceof Reply.Answered answered) {
                answer(exchange, read, answered);
            } else {
                exchange.fail(((Reply.Unanswered) reply).cause());
            }
        }));
    }

    /** Gives the waiter a result, even if the conversion throws. */
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

    /** Converts an HTTP answer. */
    @FunctionalInterface
    public interface Answers<A> {
        /** Converts it; if this throws, the message has no answer. */
        A of(Reply.Answered answered);
    }

    private static IllegalStateException closed() {
        return new IllegalStateException(MESSAGES.closed());
    }

    /** Ends messages whose time is over. */
    public void tick() {
        long now = clock.nanos();
        for (Waiting<?> each : waiting) {
            if (each.exchange.isOverdue(now) && waiting.remove(each)) {
                each.fail(new IllegalStateException(MESSAGES.noReply(each.exchange.millis())));
            }
        }
    }

    /** Whether no message waits for its answer. */
    public boolean isIdle() {
        return waiting.isEmpty();
    }

    /** Ends all messages without an answer, and posts no more. */
    public void close() {
        isClosed = true;
        for (Waiting<?> each : waiting) {
            if (waiting.remove(each)) {
                each.fail(closed());
            }
        }
    }
}
