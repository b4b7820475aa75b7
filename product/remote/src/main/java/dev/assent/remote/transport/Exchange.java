package dev.assent.remote.transport;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * One message and its answer, on a wire that tracks its messages.
 *
 * <pre>
 *   SENT --delivered--> DELIVERED --answered, its time is over--> ANSWERED
 *     '------not delivered, its time is over---------------------^
 * </pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 *
 * @param <A> the answer
 */
public final class Exchange<A> {
    private final AtomicReference<State> state = new AtomicReference<>(State.SENT);
    private final long untilNanos;
    private final long millis;
    private final Consumer<A> reply;
    private final BiFunction<Boolean, Throwable, A> unanswered;

    private enum State {
        SENT,
        DELIVERED,
        ANSWERED
    }

    /**
     * A sent message.
     *
     * @param millis how long to wait for its answer
     * @param unanswered makes the result of a message without an answer, from whether it may have arrived
     */
    public Exchange(long nowNanos, long millis, Consumer<A> reply, BiFunction<Boolean, Throwable, A> unanswered) {
        this.untilNanos = nowNanos + Math.min(millis, Long.MAX_VALUE / 2_000_000) * 1_000_000;
        this.millis = millis;
        this.reply = reply;
        this.unanswered = unanswered;
    }

    /** Whether it may still be delivered; from now on it may have arrived. */
    public boolean deliver() {
        return state.compareAndSet(State.SENT, State.DELIVERED);
    }

    /** Takes the answer; ignored if there was a result before. */
    public void answer(A answer) {
        if (state.getAndSet(State.ANSWERED) != State.ANSWERED) {
            reply.accept(answer);
        }
    }

    /** Ends it without an answer; ignored if there was a result before. */
    public void fail(Throwable cause) {
        State before = state.getAndSet(State.ANSWERED);
        if (before != State.ANSWERED) {
            reply.accept(unanswered.apply(before == State.DELIVERED, cause));
        }
    }

    /** Whether its time is over. */
    public boolean isOverdue(long nowNanos) {
        return nowNanos - untilNanos >= 0;
    }

    /** How long it waits for its answer. */
    public long millis() {
        return millis;
    }
}
