package dev.assent.lab.role;

import dev.assent.core.metrics.Phase;

/**
 * How long a phase of the end of transactions took inside of a server, by the server's own metrics.
 *
 * @param role of the server
 * @param phase what it did
 * @param times how often in an iteration, on average
 * @param nanos each time, on average
 */
public record PhaseTime(String role, Phase phase, double times, double nanos) {}
