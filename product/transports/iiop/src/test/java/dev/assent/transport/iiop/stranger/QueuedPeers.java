package dev.assent.transport.iiop.stranger;

import dev.assent.core.time.Clock;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transport whose requests wait in a queue until a test lets one go. It goes over the real wire, and the thread of the
 * test waits for its answer, so that all threads together do one thing at a time.
 *
 * <p>Not thread-safe.
 */
final class QueuedPeers implements Transport {
    private static final long REAL_MILLIS = 60_000;

    private final Transport real;
    private final Clock clock;
    private final List<Asked> queue = new ArrayList<>();
    private BiConsumer<Asked, Response> whenAnswered = (asked, response) -> {};

    QueuedPeers(Transport real, Clock clock) {
        this.real = real;
        this.clock = clock;
    }

    /** A request under way. */
    final class Asked {
        final String address;
        final Request request;
        private final long untilNanos;
        private final Consumer<Response> reply;
        private boolean isAnswered;

        Asked(String address, Request request, long millis, Consumer<Response> reply) {
            this.address = address;
            this.request = request;
            this.untilNanos = clock.nanos() + millis * 1_000_000;
            this.reply = reply;
        }

        /** It goes, and its answer comes back. */
        Response go() {
            queue.remove(this);
            Response response = send();
            answer(response);
            return response;
        }

        /** It goes, and its answer is not given to the node. */
        Response send() {
            CompletableFuture<Response> got = new CompletableFuture<>();
            real.peer(address).ask(request, REAL_MILLIS, got::complete);
            try {
                return got.get(REAL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }

        /** It never goes, or its answer never comes. */
        void lose(boolean mayHaveArrived) {
            queue.remove(this);
            answer(new Response.Unanswered(mayHaveArrived, new IllegalStateException("the test loses it")));
        }

        private void answer(Response response) {
            if (isAnswered) {
                throw new AssertionError("a second answer to " + request);
            }
            isAnswered = true;
            whenAnswered.accept(this, response);
            reply.accept(response);
        }

        private boolean isOverdue() {
            return clock.nanos() - untilNanos >= 0;
        }
    }

    /** Hears of each answer before the node does. */
    void whenAnswered(BiConsumer<Asked, Response> listener) {
        whenAnswered = listener;
    }

    List<Asked> underWay() {
        return List.copyOf(queue);
    }

    /** The process has died. */
    void forgetAll() {
        queue.clear();
    }

    @Override
    public Peer peer(String address) {
        Peer peer = real.peer(address);
        return new Peer() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public void call(Call call, Consumer<Result> reply) {
                peer.call(call, reply);
            }

            @Override
            public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
                queue.add(new Asked(address, request, timeoutMillis, reply));
            }
        };
    }

    @Override
    public void tick() {
        for (Asked each : List.copyOf(queue)) {
            if (each.isOverdue()) {
                each.lose(false);
            }
        }
        real.tick();
    }

    @Override
    public String scheme() {
        return real.scheme();
    }

    @Override
    public Set<Feature> can() {
        return real.can();
    }

    @Override
    public @Nullable String address() {
        return real.address();
    }

    @Override
    public @Nullable String inOwnForm(String address) {
        return real.inOwnForm(address);
    }

    @Override
    public void open(Inbound inbound) {
        real.open(inbound);
    }

    @Override
    public void close() {
        real.close();
    }
}
