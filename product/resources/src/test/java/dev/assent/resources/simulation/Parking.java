package dev.assent.resources.simulation;

/**
 * Where calls of drivers wait that answer late, until the world lets them go on.
 *
 * <p>Thread safety: safe to share.
 */
final class Parking {
    private int waiting;
    private int released;
    private boolean isOpen;

    /** Waits until the world releases it. */
    synchronized void park() {
        if (isOpen) {
            return;
        }
        waiting++;
        boolean isInterrupted = false;
        while (released == 0 && !isOpen) {
            try {
                wait();
            } catch (InterruptedException again) {
                isInterrupted = true;
            }
        }
        if (!isOpen) {
            released--;
        }
        waiting--;
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many calls wait. */
    synchronized int waiting() {
        return waiting - released;
    }

    /** Lets one go on. */
    synchronized void release() {
        if (waiting - released > 0) {
            released++;
            notifyAll();
        }
    }

    /** Lets all go on, and keeps none from now on. */
    synchronized void open() {
        isOpen = true;
        notifyAll();
    }
}
