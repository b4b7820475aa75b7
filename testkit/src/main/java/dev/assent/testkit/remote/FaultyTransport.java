package dev.assent.testkit.remote;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.TransactionNeed;
import dev.assent.remote.transport.Transport;
import dev.assent.testkit.SimulatedCrash;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transport over a {@link FaultyWire}. Its process can hang, so that it takes messages and does not answer, and it can
 * be killed, so that nothing goes out or comes in any more.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class FaultyTransport implements Transport {
    private final FaultyWire wire;
    private final String name;
    private final Transport inner;
    private volatile boolean isHanging;
    private volatile boolean isDead;

    FaultyTransport(FaultyWire wire, String name, Transport inner) {
        this.wire = wire;
        this.name = name;
        this.inner = inner;
    }

    /** From now on nothing that comes is answered, or again. */
    public void setHanging(boolean hangs) {
        isHanging = hangs;
    }

    /** Its process ends, and finishes nothing. */
    public void kill() {
        isDead = true;
        inner.close();
    }

    @Override
    public String scheme() {
        return inner.scheme();
    }

    @Override
    public Set<Feature> can() {
        return inner.can();
    }

    @Override
    public @Nullable String address() {
        return inner.address();
    }

    @Override
    public Peer peer(String address) {
        return new Far(inner.peer(address));
    }

    @Override
    public void open(Inbound inbound) {
        inner.open(new Near(inbound));
    }

    @Override
    public void tick() {
        inner.tick();
    }

    @Override
    public void close() {
        inner.close();
    }

    @Override
    public String toString() {
        return inner.toString();
    }

    /** Runs the work, unless this process is dead: a dead process does nothing. */
    private void unlessDead(Runnable work) {
        try {
            work.run();
        } catch (SimulatedCrash crash) {
            if (!isDead) {
                throw crash;
            }
        }
    }

    /** A process as this one reaches it. */
    private final class Far implements Peer {
        private final Peer peer;

        Far(Peer peer) {
            this.peer = peer;
        }

        @Override
        public String address() {
            return peer.address();
        }

        @Override
        public void call(Call call, Consumer<Result> reply) {
            wire.meet(new Sending<>(
                    MessageKind.CALL,
                    peer.address(),
                    answer -> peer.call(call, answer),
                    Result.Unanswered::new,
                    reply));
        }

        @Override
        public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
            wire.meet(new Sending<>(
                    MessageKind.of(request),
                    peer.address(),
                    answer -> peer.ask(request, timeoutMillis, answer),
                    Response.Unanswered::new,
                    reply));
        }
    }

    /** A message that this process sends. */
    private final class Sending<A> implements Passage {
        private final MessageKind kind;
        private final String to;
        private final Consumer<Consumer<A>> sending;
        private final BiFunction<Boolean, Throwable, A> unanswered;
        private final Consumer<A> reply;
        private final AtomicBoolean isAnswered = new AtomicBoolean();
        private final AtomicBoolean isDelivered = new AtomicBoolean();

        Sending(
                MessageKind kind,
                String to,
                Consumer<Consumer<A>> sending,
                BiFunction<Boolean, Throwable, A> unanswered,
                Consumer<A> reply) {
            this.kind = kind;
            this.to = to;
            this.sending = sending;
            this.unanswered = unanswered;
            this.reply = reply;
        }

        @Override
        public MessageKind kind() {
            return kind;
        }

        @Override
        public String from() {
            return name;
        }

        @Override
        public String to() {
            return to;
        }

        /** If a wire keeps no order, the answer to a message that is delivered again may come first. */
        @Override
        public void deliver() {
            boolean isAgain = isDelivered.getAndSet(true);
            send(isAgain ? dropped -> {} : this::take);
        }

        @Override
        public void repeat() {
            Consumer<Repetition> first = self -> send(answer -> {
                take(answer);
                wire.end(kind, self); // when it has not arrived
            });
            Consumer<Repetition> second = self -> send(dropped -> wire.end(kind, self));
            wire.begin(kind, new Repetition(first, second));
        }

        @Override
        public void loseAnswer() {
            send(lost -> lose());
        }

        @Override
        public void repeatLater() {
            send(answer -> {
                take(answer);
                send(dropped -> {});
            });
        }

        @Override
        public void lose() {
            take(unanswered.apply(true, new IllegalStateException("the wire has lost a message")));
        }

        private void send(Consumer<A> answer) {
            if (isDead) {
                lose();
            } else {
                wire.begun();
                sending.accept(told -> {
                    answer.accept(told);
                    wire.ended();
                });
            }
        }

        private void take(A answer) {
            if (isAnswered.compareAndSet(false, true)) {
                A heard = isDead
                        ? unanswered.apply(true, new IllegalStateException("process " + name + " has ended"))
                        : answer;
                unlessDead(() -> reply.accept(heard));
            }
        }
    }

    /** Receives the messages for this process. */
    private final class Near implements Inbound {
        private final Inbound inbound;

        Near(Inbound inbound) {
            this.inbound = inbound;
        }

        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            receive(MessageKind.CALL, reply, answering -> inbound.call(from, call, answering));
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            receive(MessageKind.of(request), reply, answering -> inbound.ask(from, request, answering));
        }

        private <A> void receive(MessageKind kind, Consumer<A> reply, Consumer<Consumer<A>> giving) {
            if (!isReceiving()) {
                return;
            }
            Repetition repetition = wire.arriving(kind);
            if (repetition == null) {
                give(kind, reply, giving);
                return;
            }
            int copy = repetition.arrive();
            if (copy == 1) {
                unlessDead(() -> giving.accept(answer -> repetition.answer(() -> answer(kind, reply, answer))));
                repetition.sendSecond(() -> {
                    if (wire.mayIgnoreRepetitions() && kind.isVerb()) {
                        wire.end(kind, repetition); // it may never come here
                    }
                });
                return;
            }
            give(kind, reply, giving);
            if (copy == 2) {
                wire.end(kind, repetition);
            }
        }

        private <A> void give(MessageKind kind, Consumer<A> reply, Consumer<Consumer<A>> giving) {
            unlessDead(() -> giving.accept(answer -> answer(kind, reply, answer)));
        }

        @Override
        public void handle(Caller from, HandleRequest request, Consumer<Response> reply) {
            if (isReceiving()) {
                unlessDead(() -> inbound.handle(from, request, reply));
            }
        }

        @Override
        public TransactionNeed need(String object, Method method) {
            return inbound.need(object, method);
        }

        @Override
        public @Nullable ThreadTransactions threads() {
            return inbound.threads();
        }

        private boolean isReceiving() {
            return !isDead && !isHanging;
        }

        private <A> void answer(MessageKind kind, Consumer<A> reply, A answer) {
            wire.answering(kind);
            if (!isDead) {
                reply.accept(answer);
            }
        }
    }
}
