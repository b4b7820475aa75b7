package dev.assent.remote.inprocess;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.core.foreign.Telling;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Exchange;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One node's transport in the network. It knows its sent messages without an answer, and how many received ones it has
 * not answered.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class InProcessTransport implements Transport {
    private final LocalNetwork network;
    private final String name;
    private final Caller self;
    private final Set<Exchange<?>> sent = ConcurrentHashMap.newKeySet();

    /** Guards the fields below; reading {@link #inbound} needs no lock. */
    private final Object lock = new Object();

    private volatile @Nullable Inbound inbound;

    /** Whether it takes no more calls. */
    private boolean isLeaving;

    /** Whether it neither sends nor takes messages any more. */
    private boolean isClosed;

    /** How many taken messages it has not answered. */
    private int received;

    InProcessTransport(LocalNetwork network, String name, @Nullable NodeId node) {
        this.network = network;
        this.name = name;
        this.self = new Caller(node, LocalNetwork.PREFIX + name);
    }

    @Override
    public String scheme() {
        return LocalNetwork.SCHEME;
    }

    @Override
    public Set<Feature> can() {
        return network.features();
    }

    @Override
    public @Nullable String address() {
        return inbound == null ? null : self.name();
    }

    @Override
    public String toString() {
        return self.name();
    }

    @Override
    public void open(Inbound newInbound) {
        network.join(name, this);
        inbound = newInbound; // last: a transport whose name is taken has no address, and nothing comes in before this
    }

    @Override
    public Peer peer(String address) {
        String other = LocalNetwork.nameIn(address);
        return new Peer() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public void call(Call call, Consumer<Result> reply) {
                Exchange<Result> exchange = new Exchange<>(now(), call.timeoutMillis(), reply, Result.Unanswered::new);
                Delivery<Result> delivery =
                        (to, answer) -> to.call(self, call, result -> answer.accept(carried(result)));
                send(other, exchange, delivery, true);
            }

            @Override
            public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
                long millis = Math.min(timeoutMillis, network.times().requestMillisMax());
                Exchange<Response> exchange = new Exchange<>(now(), millis, reply, Response.Unanswered::new);
                Feature needed = Needs.of(request);
                if (needed == null || network.features().contains(needed)) {
                    Delivery<Response> delivery =
                            (to, answer) -> to.ask(self, request, response -> answer.accept(carried(response)));
                    send(other, exchange, delivery, false);
                } else {
                    exchange.fail(lacks(needed, request));
                }
            }
        };
    }

    private Result carried(Result result) {
        Feature needed = Needs.of(result);
        return needed == null || network.features().contains(needed)
                ? result
                : new Result.Unanswered(true, lacks(needed, result));
    }

    private Response carried(Response response) {
        Feature needed = Needs.of(response);
        return needed == null || network.features().contains(needed)
                ? response
                : new Response.Unanswered(true, lacks(needed, response));
    }

    private static IllegalStateException lacks(Feature needed, Object message) {
        return new IllegalStateException(MESSAGES.inProcessLacks(needed, message));
    }

    private long now() {
        return network.clock().nanos();
    }

    /** Gives a message to the inbound. */
    @FunctionalInterface
    private interface Delivery<A> {
        void to(Inbound inbound, Consumer<A> answer);
    }

    private <A> void send(String other, Exchange<A> exchange, Delivery<A> delivery, boolean isCall) {
        if (!note(exchange)) {
            exchange.fail(new IllegalStateException(MESSAGES.inProcessClosed(name)));
            return;
        }
        try {
            network.delivery().execute(() -> {
                InProcessTransport to = network.find(other);
                if (to == null || !to.take(this, exchange, delivery, isCall)) {
                    failed(exchange, new IllegalStateException(MESSAGES.inProcessNobody(other)));
                }
            });
        } catch (RejectedExecutionException notDelivered) {
            failed(exchange, notDelivered);
        }
    }

    /** Notes a message as sent; false if this transport sends no more. */
    private boolean note(Exchange<?> exchange) {
        synchronized (lock) {
            return !isClosed && sent.add(exchange);
        }
    }

    private void failed(Exchange<?> exchange, Throwable cause) {
        try {
            exchange.fail(cause);
        } finally {
            settled(exchange);
        }
    }

    /** Forgets a message that has its answer. */
    private void settled(Exchange<?> exchange) {
        sent.remove(exchange);
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    /** Takes a message of another transport; false if this one takes no messages. */
    private <A> boolean take(InProcessTransport from, Exchange<A> exchange, Delivery<A> delivery, boolean isCall) {
        Inbound to = inbound;
        synchronized (lock) {
            if (isClosed || (isLeaving && isCall) || to == null) {
                return false;
            }
            received++;
        }
        if (!exchange.deliver()) {
            answered();
            return true;
        }
        AtomicBoolean isOpen = new AtomicBoolean(true);
        try {
            delivery.to(to, answer -> {
                if (isOpen.getAndSet(false)) {
                    answer(from, exchange, answer);
                }
            });
        } catch (Throwable bug) {
            if (isOpen.getAndSet(false)) {
                answered();
                from.failed(exchange, bug);
            }
            throw bug;
        }
        return true;
    }

    /** Answers a message, and counts it as answered even if the sender's code throws. */
    private <A> void answer(InProcessTransport from, Exchange<A> exchange, A answer) {
        try {
            exchange.answer(answer);
        } finally {
            from.settled(exchange);
            answered();
        }
    }

    private void answered() {
        synchronized (lock) {
            received--;
            lock.notifyAll();
        }
    }

    /** Ends the messages of this transport whose time is over. */
    @Override
    public void tick() {
        long now = now();
        Telling.all(sent, each -> {
            if (each.isOverdue(now)) {
                failed(each, new IllegalStateException(MESSAGES.inProcessNoAnswer(each.millis())));
            }
        });
    }

    /**
     * Takes no more calls, and waits within the network's limit until all messages are answered. Then it takes and
     * sends nothing more, and ends its own messages without an answer.
     */
    @Override
    public void close() {
        boolean isInterrupted = drain();
        network.leave(name, this);
        network.forget(this);
        IllegalStateException closed = new IllegalStateException(MESSAGES.inProcessClosed(name));
        try {
            Telling.all(sent, each -> failed(each, closed));
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for unanswered messages; true if an interrupt ended the wait. */
    private boolean drain() {
        long untilNanos = System.nanoTime()
                + TimeUnit.MILLISECONDS.toNanos(network.times().drainMillisMax());
        synchronized (lock) {
            isLeaving = true;
            try {
                long left = millisTo(untilNanos);
                while (left > 0 && (received > 0 || !sent.isEmpty())) {
                    lock.wait(left);
                    left = millisTo(untilNanos);
                }
                return false;
            } catch (InterruptedException e) {
                return true;
            } finally {
                isClosed = true;
            }
        }
    }

    private static long millisTo(long untilNanos) {
        return TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
    }
}
