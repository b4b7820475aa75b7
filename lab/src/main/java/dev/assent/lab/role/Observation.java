package dev.assent.lab.role;

import java.util.List;

/**
 * What was seen of one subject in one phase.
 *
 * @param steps the times of each
 * @param iterations of all clients together
 * @param nanos how long the phase took
 * @param traffic of all processes
 * @param spent by each process
 * @param others how much other programs had of the machine meanwhile; 1 is a processor all the time
 */
public record Observation(
        List<Recording> steps, long iterations, long nanos, Traffic traffic, Spent spent, double others) {}
