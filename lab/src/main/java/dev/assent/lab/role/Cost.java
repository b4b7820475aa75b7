package dev.assent.lab.role;

/**
 * The cost of an iteration for the processes of a role.
 *
 * @param role of the processes
 * @param cpuNanos processor time of all living threads, with that in the kernel
 * @param memoryBytes its largest resident size
 */
public record Cost(String role, double cpuNanos, long memoryBytes) {}
