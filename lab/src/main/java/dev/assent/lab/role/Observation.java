package dev.assent.lab.role;

import dev.assent.lab.network.Traffic;
import java.util.List;

/**
 * The observations of one subject in one phase.
 *
 * @param steps the times of each
 * @param perSecond how many iterations a second all clients made together, while all were at work
 * @param traffic of an iteration, of all processes; unknown when its steps are done inside of a server
 * @param isExact whether no traffic is counted but the experiment's
 * @param spent by each process for an iteration
 * @param others how many processors other programs used meanwhile; not a number when the time was too short
 */
public record Observation(
        List<Recording> steps, double perSecond, Traffic traffic, boolean isExact, Spent spent, double others) {}
