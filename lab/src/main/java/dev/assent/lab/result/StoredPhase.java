package dev.assent.lab.result;

/**
 * How long servers were in a phase of the end of transactions while something was measured.
 *
 * @param key whose step is the last one, which stands for all
 * @param repeat in which, from 1
 * @param phase as in {@link dev.assent.lab.role.PhaseTime}
 * @param micros of an iteration, on average: of all times together that it was in it
 */
public record StoredPhase(Measure.Key key, int repeat, String role, String phase, double micros) {}
