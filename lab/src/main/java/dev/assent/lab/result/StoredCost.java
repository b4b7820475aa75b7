package dev.assent.lab.result;

/**
 * What the processes of a role have cost while something was measured.
 *
 * @param key whose step is the last one, which stands for all
 * @param repeat in which, from 1
 * @param cpuMicros of an iteration
 */
public record StoredCost(Measure.Key key, int repeat, String role, double cpuMicros, long memoryBytes) {}
