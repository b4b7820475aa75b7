package dev.assent.core.adapter;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.foreign.Uncaught;
import dev.assent.core.jta.Waiter;
import dev.assent.core.transaction.Outcome;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Parks the thread that made it. It has two slots, one for the outcome and one for work; a thread that fills one
 * unparks the waiting thread. There is never more than one piece of work on its way: a transaction lends its waiter
 * either to the log or to itself, and to itself only when the log no longer needs it.
 */
public final class ThreadWaiter implements Waiter {
    private final Thread owner = Thread.currentThread();
    private final BooleanSupplier isTold = this::isTold;
    private volatile @Nullable Outcome outcome;
    private volatile @Nullable Runnable work;

    private boolean isTold() {
        return outcome != null;
    }

    @Override
    public void done(Outcome told) {
        outcome = told;
        wake();
    }

    @Override
    public boolean lend(Runnable lent) {
        work = lent;
        wake();
        return true;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a thread has no other equality
    public void wake() {
        if (Thread.currentThread() != owner) {
            LockSupport.unpark(owner);
        }
    }

    /** Waits without limit: nobody can give up a transaction whose decision is on its way. */
    @Override
    public Outcome await() {
        Throwable thrown = park(isTold);
        Outcome told = Objects.requireNonNull(outcome);
        outcome = null;
        if (told == Outcome.UNKNOWN) {
            ForeignCode.rethrow(thrown);
        }
        tell(thrown);
        return told;
    }

    @Override
    public void await(BooleanSupplier isOver) {
        tell(park(isOver));
    }

    /** Parks, and runs the work that others lend; returns the first Throwable of that work. */
    private @Nullable Throwable park(BooleanSupplier isOver) {
        boolean interrupted = false;
        Throwable thrown = null;
        for (; ; ) {
            Runnable lent = work;
            if (lent != null) {
                work = null;
                try {
                    lent.run();
                } catch (Throwable failed) {
                    thrown = thrown == null ? failed : thrown;
                }
            } else if (isOver.getAsBoolean()) {
                break;
            } else {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            owner.interrupt();
        }
        return thrown;
    }

    private static void tell(@Nullable Throwable thrown) {
        if (thrown != null) {
            Uncaught.tell(thrown);
        }
    }
}
