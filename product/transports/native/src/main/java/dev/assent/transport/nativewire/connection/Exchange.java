package dev.assent.transport.nativewire.connection;

import dev.assent.core.foreign.Uncaught;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.transport.nativewire.value.CallCodec;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.RequestCodec;
import dev.assent.transport.nativewire.wire.ResponseCodec;
import dev.assent.transport.nativewire.wire.Shorthand;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call or a question, and its answer.
 *
 * <pre>
 *   WAITING --its first byte goes--> SENT --answered, lost, its time is over--> ANSWERED
 *      ^  '--not sent, its time is over-------------------------------------------^
 *      '-----the other side has not taken it-----'
 * </pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public abstract class Exchange implements Outlet.Sender {
    /** How often it is given to a connection, if connections close before they accept it. */
    private static final int TRIES_MAX = 3;

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final long untilNanos;
    private final long millis;
    private int tries;
    private volatile boolean isAwaitedByCaller;
    private volatile @Nullable Way way;

    /** The connection that it goes by, and its number there. */
    private record Way(OpenedLink link, long number) {}

    private enum State {
        WAITING,
        SENT,
        ANSWERED
    }

    private Exchange(long nowNanos, long millis, boolean isAwaitedByCaller) {
        this.isAwaitedByCaller = isAwaitedByCaller;
        this.untilNanos = nowNanos + Math.min(millis, Long.MAX_VALUE / 2_000_000) * 1_000_000;
        this.millis = millis;
    }

    /** A call whose answer the calling thread does not wait for. */
    public static Exchange of(Call call, CallCodec codec, long nowNanos, Consumer<Result> reply) {
        return new OfCall(call, codec, nowNanos, false, reply);
    }

    /** A call whose answer the calling thread waits for. After it is sent, the thread must call {@link #await}. */
    public static Exchange awaited(Call call, CallCodec codec, long nowNanos, Consumer<Result> reply) {
        return new OfCall(call, codec, nowNanos, true, reply);
    }

    /** A question whose answer the calling thread does not wait for. */
    public static Exchange of(Request request, long millis, long nowNanos, Consumer<Response> reply) {
        return new OfRequest(request, millis, nowNanos, false, reply);
    }

    /** A question whose answer the calling thread waits for, as for a call. */
    public static Exchange awaited(Request request, long millis, long nowNanos, Consumer<Response> reply) {
        return new OfRequest(request, millis, nowNanos, true, reply);
    }

    /** Its frame, without a number. */
    abstract Frame frame(Shorthand shorthand) throws WireException;

    /** The address of the superior in its context; null if it has none. */
    @Nullable String superiorsAddress() {
        return null;
    }

    /** The call or the question. */
    abstract Object message();

    /** Reads the complete answer; shows it to {@code seen} first. */
    abstract void answer(int kind, WireIn in, Shorthand shorthand, Consumer<Object> seen) throws WireException;

    abstract void tell(boolean mayHaveArrived, Throwable cause);

    // ---- sending

    /** It goes by this connection, with this number. */
    void goes(OpenedLink link, long number) {
        if (way != null) {
            isAwaitedByCaller = false; // since it waits at the first connection
        }
        way = new Way(link, number);
    }

    /** Whether the thread that waits for the answer may read it from the connection. */
    boolean isAwaitedByCaller() {
        return isAwaitedByCaller;
    }

    /**
     * Lends the calling thread to the connection. Returns when the answer has come, or when other threads take care of
     * it.
     */
    public void await() {
        Way known = way;
        if (known == null) {
            isAwaitedByCaller = false;
        } else {
            known.link().readFor(this, known.number());
        }
    }

    /** Counts one more connection for it; false if it has had too many. Called by one thread at a time. */
    boolean tryAgain() {
        tries++;
        return tries <= TRIES_MAX;
    }

    @Override
    public boolean claimSend() {
        return state.compareAndSet(State.WAITING, State.SENT);
    }

    /** The other side did not accept it, so it counts as not sent. Returns false if it is answered. */
    boolean takeBack() {
        return state.compareAndSet(State.SENT, State.WAITING) || state.get() == State.WAITING;
    }

    /** Whether a caller still waits for its answer. */
    boolean isUnderWay() {
        return state.get() != State.ANSWERED;
    }

    boolean isWaiting() {
        return state.get() == State.WAITING;
    }

    /** Ends it; returns whether it had not ended before. */
    boolean end() {
        return state.getAndSet(State.ANSWERED) != State.ANSWERED;
    }

    /** There will be no answer; ignored if it is answered. */
    void fail(Throwable cause) {
        State before = state.getAndSet(State.ANSWERED);
        if (before != State.ANSWERED) {
            tell(before == State.SENT, cause);
        }
    }

    /** The other side says that it will send no answer. */
    void unanswered(boolean mayHaveArrived, Throwable cause) {
        if (end()) {
            tell(mayHaveArrived, cause);
        }
    }

    boolean isOverdue(long nowNanos) {
        return nowNanos - untilNanos >= 0;
    }

    long millis() {
        return millis;
    }

    /** A consumer that throws does not prevent other consumers from getting their answers. */
    private static <A> void hand(Consumer<A> reply, A answer) {
        try {
            reply.accept(answer);
        } catch (Throwable bug) {
            Uncaught.tell(bug);
        }
    }

    private static void check(int kind, int expected) throws WireException {
        if (kind != expected) {
            throw new WireException("a frame of kind " + kind + " does not answer this; " + expected + " does");
        }
    }

    private static final class OfCall extends Exchange {
        private final Call call;
        private final CallCodec codec;
        private final Consumer<Result> reply;

        OfCall(Call call, CallCodec codec, long nowNanos, boolean isAwaitedByCaller, Consumer<Result> reply) {
            super(nowNanos, call.timeoutMillis(), isAwaitedByCaller);
            this.call = call;
            this.codec = codec;
            this.reply = reply;
        }

        @Override
        Frame frame(Shorthand shorthand) throws WireException {
            WireOut out = new WireOut(FrameKind.CALL).putLong(0);
            codec.write(out, shorthand, call);
            return out.frame();
        }

        @Override
        @Nullable String superiorsAddress() {
            var context = call.context();
            return context == null ? null : context.superior().address();
        }

        @Override
        Object message() {
            return call;
        }

        @Override
        void answer(int kind, WireIn in, Shorthand shorthand, Consumer<Object> seen) throws WireException {
            check(kind, FrameKind.RESULT);
            Result result = codec.read(in, shorthand, call);
            seen.accept(result);
            if (end()) {
                hand(reply, result);
            }
        }

        @Override
        void tell(boolean mayHaveArrived, Throwable cause) {
            hand(reply, new Result.Unanswered(mayHaveArrived, cause));
        }
    }

    private static final class OfRequest extends Exchange {
        private final Request request;
        private final Consumer<Response> reply;

        OfRequest(Request request, long millis, long nowNanos, boolean isAwaitedByCaller, Consumer<Response> reply) {
            super(nowNanos, millis, isAwaitedByCaller);
            this.request = request;
            this.reply = reply;
        }

        @Override
        Frame frame(Shorthand shorthand) {
            WireOut out = new WireOut(FrameKind.ASK).putLong(0);
            RequestCodec.write(out, shorthand, request);
            return out.frame();
        }

        @Override
        Object message() {
            return request;
        }

        @Override
        void answer(int kind, WireIn in, Shorthand shorthand, Consumer<Object> seen) throws WireException {
            check(kind, FrameKind.ANSWER);
            Response response = ResponseCodec.read(in, shorthand);
            seen.accept(response);
            if (end()) {
                hand(reply, response);
            }
        }

        @Override
        void tell(boolean mayHaveArrived, Throwable cause) {
            hand(reply, new Response.Unanswered(mayHaveArrived, cause));
        }
    }
}
