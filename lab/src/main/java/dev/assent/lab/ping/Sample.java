package dev.assent.lab.ping;

/**
 * The measures of one peer in one slice.
 *
 * @param slice the client's measures
 * @param clientNanos the processor time for a call, of the process that calls
 * @param serverNanos the same of the called process
 */
record Sample(Slice slice, double clientNanos, double serverNanos) {
    /** Nanoseconds of processors for a call, on both sides. */
    double cpuNanos() {
        return clientNanos + serverNanos;
    }
}
