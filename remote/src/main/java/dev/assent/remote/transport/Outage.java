package dev.assent.remote.transport;

import dev.assent.core.time.Pause;

/**
 * A place that is not reached. Others there may answer all the while, as where one participant hangs: they are not held
 * up, and the outage goes on until the one answers that did not. Immutable.
 *
 * @param sinceNanos the first failure
 * @param pause until somebody there is tried again
 * @param isTold whether operators have read of it
 * @param last the last failure
 */
record Outage(long sinceNanos, Pause pause, boolean isTold, Failure last) {
    /** One that has failed last may not be asked again: another's answer counts when nothing has failed for so long. */
    private static final long QUIET_NANOS = 60_000_000_000L;

    /**
     * One that was not reached.
     *
     * @param address which of those at the place
     */
    record Failure(String address, long nanos) {}

    /** It begins. */
    static Outage begun(Failure first, boolean isTold) {
        return new Outage(first.nanos(), Pause.NONE.next(first.nanos()), isTold, first);
    }

    /** It goes on. A pause that lasts is no longer for that: who fails all the time would keep others from a try. */
    Outage after(Failure another, boolean isToldOfIt) {
        long now = another.nanos();
        return new Outage(sinceNanos, pause.isOver(now) ? pause.next(now) : pause, isTold || isToldOfIt, another);
    }

    /** Somebody else there has answered. */
    Outage answered() {
        return new Outage(sinceNanos, Pause.NONE, isTold, last);
    }

    /** Whether it is over when this one has answered. */
    boolean isOver(String address, long now) {
        return !isTold || address.equals(last.address()) || now - last.nanos() > QUIET_NANOS;
    }
}
