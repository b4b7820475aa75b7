package dev.assent.core.jta;

import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Outcome;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Lets one thread wait for outcomes and other events, one after the other. While it waits, it runs work for a borrower.
 *
 * <p>If that work throws, the thread waits on: the work of a borrower says nothing about the thread's own event.
 *
 * <p>Thread safety: both {@code await} methods belong to one thread, the rest to any.
 */
public interface Waiter extends Completion {
    /**
     * Waits until {@link #done} was called, and makes itself ready for the next wait. If the outcome is unknown, and
     * borrowed work has thrown, throws the same.
     */
    Outcome await();

    /** Waits until a condition is true. It is looked at again after each {@link #wake}. */
    void await(BooleanSupplier isOver);

    /** Starts something, and waits until that has run its callback. */
    default void awaitCallback(Consumer<Runnable> something) {
        AtomicBoolean isOver = new AtomicBoolean();
        something.accept(() -> {
            isOver.set(true);
            wake();
        });
        await(isOver::get);
    }

    /** What the thread waits for may have happened. */
    void wake();
}
