package dev.assent.core.adapter;

import dev.assent.core.jta.Waiter;
import dev.assent.core.transaction.Outcome;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Parks the thread that made it. It has two slots, one for the outcome and one for work; a thread that fills one
 * unparks the waiting thread. There is never more than one piece of work on its way: a transaction lends its waiter
 * either to the log or to itself, and to itself only when the log no longer needs it.
 */
public final class ThreadWaiter implements Waiter {
    private final Thread owner = Thread.currentThread();
    private volatile @Nullable Outcome outcome;
    private volatile @Nullable Runnable work;

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

    @SuppressWarnings("ReferenceEquality") // a thread has no other equality
    private void wake() {
        if (Thread.currentThread() != owner) {
            LockSupport.unpark(owner);
        }
    }

    /** Waits without limit: nobody can give up a transaction whose decision is on its way. */
    @Override
    public Outcome await() {
        boolean interrupted = false;
        for (; ; ) {
            Runnable lent = work;
            if (lent != null) {
                work = null;
                lent.run();
                continue;
            }
            Outcome told = outcome;
            if (told != null) {
                outcome = null;
                if (interrupted) {
                    owner.interrupt();
                }
                return told;
            }
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
    }
}
