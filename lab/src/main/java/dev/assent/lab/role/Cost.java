package dev.assent.lab.role;

/**
 * What the processes of a role have cost.
 *
 * @param role of the processes
 * @param cpuNanos time of processors, of all threads that live, with the kernel's
 * @param memoryBytes the most that it has had resident
 */
public record Cost(String role, long cpuNanos, long memoryBytes) {}
