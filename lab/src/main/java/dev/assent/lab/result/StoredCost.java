package dev.assent.lab.result;

/**
 * The cost of a role's processes during a measurement.
 *
 * @param key whose step is the last one, which stands for all
 * @param repeat in which, from 1
 * @param cpuMicros of an iteration
 */
public record StoredCost(Measure.Key key, int repeat, String role, double cpuMicros, long memoryBytes) {}
