package dev.assent.lab.ping;

/**
 * What one peer did in one slice.
 *
 * @param slice what the client has seen
 * @param clientNanos of processors for a call, of the process that calls
 * @param serverNanos the same of the one that is called
 */
record Sample(Slice slice, double clientNanos, double serverNanos) {
    /** Nanoseconds of processors for a call, on both sides. */
    double cpuNanos() {
        return clientNanos + serverNanos;
    }
}
