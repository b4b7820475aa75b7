package dev.assent.core.adapter;

import dev.assent.core.jta.Waiter;
import dev.assent.core.transaction.Outcome;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Parks the thread that made it. Two mail slots, one for the outcome and one for work; whoever fills
 * one unparks the thread. There is never more than one piece of work on its way: a transaction lends
 * its waiter either to the log or to itself, and to itself only when the log is through with it.
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

    @SuppressWarnings("ReferenceEquality") // threads have no other
    private void wake() {
        if (Thread.currentThread() != owner) {
            LockSupport.unpark(owner);
        }
    }

    /** Waits without end: a transaction whose decision is on its way can't be given up. */
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
