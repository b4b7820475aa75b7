package dev.assent.remote.transport;

import dev.assent.core.time.Pause;

/**
 * The outage of a place. Other addresses there may answer meanwhile, if only one participant hangs. They need not wait,
 * and the outage lasts until the address that failed answers. Immutable.
 *
 * @param sinceNanos the first failure
 * @param pause the time until the next try at the place
 * @param isTold whether it was logged
 * @param last the last failure
 */
record Outage(long sinceNanos, Pause pause, boolean isTold, Failure last) {
    /**
     * If nothing has failed for so long, the answer of another address ends the outage, since the failed one may never
     * be asked again.
     */
    private static final long QUIET_NANOS = 60_000_000_000L;

    /**
     * A failed request.
     *
     * @param address its address at the place
     */
    record Failure(String address, long nanos) {}

    /** An outage that begins. */
    static Outage begun(Failure first, boolean isTold) {
        return new Outage(first.nanos(), Pause.NONE.next(first.nanos()), isTold, first);
    }

    /**
     * A further failure. It does not prolong a running pause; else an address that always fails would stop all tries.
     */
    Outage after(Failure another, boolean isToldOfIt) {
        long now = another.nanos();
        return new Outage(sinceNanos, pause.isOver(now) ? pause.next(now) : pause, isTold || isToldOfIt, another);
    }

    /** Another address there has answered. */
    Outage answered() {
        return new Outage(sinceNanos, Pause.NONE, isTold, last);
    }

    /** Whether an answer of this address ends the outage. */
    boolean isOver(String address, long now) {
        return !isTold || address.equals(last.address()) || now - last.nanos() > QUIET_NANOS;
    }
}
