package dev.assent.lab.result;

import dev.assent.core.metrics.Phase;

/**
 * How long servers were in a phase of the end of transactions while something was measured.
 *
 * @param key whose step is the last one, which stands for all
 * @param micros of an iteration, on average: of all times together that it was in it
 */
public record StoredPhase(Measure.Key key, String role, Phase phase, double micros) {}
