package dev.assent.resources.simulation;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the application, which does one thing after the other when the world says so.
 *
 * <p>Thread safety: for the world's thread.
 */
final class Actor {
    /** A thing to do. It may throw anything, which is a finding: the steps catch what may happen. */
    interface Deed {
        void run() throws Throwable;
    }

    private final String name;
    private final Thread thread;
    private volatile @Nullable Deed deed;
    private volatile @Nullable Throwable finding;
    private volatile boolean hasBegun;
    private volatile boolean isOver;

    Actor(String name) {
        this.name = name;
        this.thread = new Thread(this::live, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void live() {
        while (!isOver) {
            Deed next = deed;
            if (next == null) {
                LockSupport.parkNanos(this, 1_000_000);
                continue;
            }
            try {
                Thread.interrupted(); // of an earlier deed
                hasBegun = true;
                next.run();
            } catch (Throwable found) {
                finding = found;
            } finally {
                hasBegun = false;
                deed = null;
            }
        }
    }

    void start(Deed next) {
        if (deed != null) {
            throw new IllegalStateException(name + " is busy");
        }
        deed = next;
        LockSupport.unpark(thread);
    }

    boolean isBusy() {
        return deed != null;
    }

    /** Whether its thread waits for something, as far as it can be seen. */
    boolean seemsToWait() {
        return hasBegun
                && switch (thread.getState()) {
                    case WAITING, TIMED_WAITING, BLOCKED -> true;
                    default -> false;
                };
    }

    /** What it threw, if anything; it is told once. */
    @Nullable Throwable finding() {
        Throwable found = finding;
        finding = null;
        return found;
    }

    /** Where its thread is, for people. */
    String stack() {
        StringBuilder told = new StringBuilder(name + " is at");
        for (StackTraceElement each : thread.getStackTrace()) {
            told.append(System.lineSeparator()).append("        ").append(each);
        }
        return told.toString();
    }

    /** Interrupts it in what it does. */
    void interrupt() {
        thread.interrupt();
    }

    void end() {
        isOver = true;
        LockSupport.unpark(thread);
    }

    @Override
    public String toString() {
        return name;
    }
}
