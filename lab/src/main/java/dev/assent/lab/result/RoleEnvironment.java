package dev.assent.lab.result;

/**
 * The environment of a run's processes.
 *
 * @param jvmOptions of each measured process: collector, heap, whether bytecodes are only interpreted
 * @param fileSystem of logs and databases: its type, and its device
 * @param memoryBytes of the machine
 */
public record RoleEnvironment(String jvmOptions, String fileSystem, long memoryBytes) {}
