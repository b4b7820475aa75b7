package dev.assent.lab.role;

/**
 * How long a phase of the end of transactions took inside of a server, by the server's own metrics.
 *
 * @param role of the server
 * @param phase a {@link dev.assent.MetricsSnapshot.Phase}, or a name that its services time themselves
 * @param times how often in an iteration, on average
 * @param nanos each time, on average
 */
public record PhaseTime(String role, String phase, double times, double nanos) {}
