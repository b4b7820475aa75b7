package dev.assent.lab.result;

/**
 * What the processes of a role have cost while something was measured.
 *
 * @param key whose step is the last one, which stands for all
 * @param cpuMicros of an iteration
 */
public record StoredCost(Measure.Key key, String role, double cpuMicros, long memoryBytes) {}
