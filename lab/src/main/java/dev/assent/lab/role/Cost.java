package dev.assent.lab.role;

/**
 * What an iteration has cost the processes of a role.
 *
 * @param role of the processes
 * @param cpuNanos time of processors, of all threads that live, with the kernel's
 * @param memoryBytes the most that it has had resident
 */
public record Cost(String role, double cpuNanos, long memoryBytes) {}
