package dev.assent.lab.result;

/**
 * What the processes of a run have.
 *
 * @param jvmOptions of each that is measured: collector, heap, whether bytecodes are only interpreted
 * @param fileSystem on which logs and databases are: its type, and what it is on
 * @param memoryBytes of the machine
 */
public record RoleEnvironment(String jvmOptions, String fileSystem, long memoryBytes) {}
