package dev.assent.testkit.remote;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A message that arrives twice while its first copy is under way, whatever order a wire keeps:
 *
 * <ol>
 *   <li>the first copy is sent, and the receiver gets it;
 *   <li>then the second is sent; from now on the wire holds back the answer to the first;
 *   <li>the receiver gets the second, and the answer goes.
 * </ol>
 *
 * <p>Where the second copy of a verb may be ignored, the answer goes as soon as that is sent.
 *
 * <p>A wire has one repetition at a time for each kind of message, since the receiver can't tell which message a copy
 * belongs to.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Repetition {
    private final Consumer<Repetition> first;
    private final Consumer<Repetition> second;
    private int arrivals;
    private boolean isFirstSent;
    private @Nullable Runnable whenSecondIsSent;
    private boolean isOver;
    private @Nullable Runnable held;

    /** A repetition by these two: one sends the first copy, the other the second. */
    Repetition(Consumer<Repetition> first, Consumer<Repetition> second) {
        this.first = first;
        this.second = second;
    }

    /** Sends the first copy. */
    void begin() {
        first.accept(this);
        Runnable due;
        synchronized (this) {
            isFirstSent = true;
            due = whenSecondIsSent;
        }
        if (due != null) {
            second.accept(this);
            due.run();
        }
    }

    /** Tells the receiver of a copy which one it is, 1 or 2. */
    synchronized int arrive() {
        return ++arrivals;
    }

    /**
     * The first copy, or a late one of another repetition, has reached its receiver: the second may be sent after the
     * first.
     *
     * @param whenSent is run once it is sent
     */
    void sendSecond(Runnable whenSent) {
        synchronized (this) {
            if (!isFirstSent) {
                whenSecondIsSent = whenSent;
                return;
            }
        }
        second.accept(this);
        whenSent.run();
    }

    /** Lets the answer to the first copy go, now or when the second has arrived. */
    void answer(Runnable telling) {
        synchronized (this) {
            if (!isOver) {
                held = telling;
                return;
            }
        }
        telling.run();
    }

    /** The second copy has reached its receiver, or one of the two may never do so. */
    void end() {
        Runnable telling;
        synchronized (this) {
            isOver = true;
            telling = held;
            held = null;
        }
        if (telling != null) {
            telling.run();
        }
    }
}
