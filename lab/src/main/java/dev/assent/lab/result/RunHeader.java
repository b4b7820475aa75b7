package dev.assent.lab.result;

import dev.assent.lab.Machine;

/**
 * How a run is made.
 *
 * @param options of the command line
 * @param form as {@link dev.assent.lab.experiment.Form} writes it
 * @param repeats how often all is measured
 * @param seed of the order in which things are measured: with the same options it gives the same order again
 * @param network where it runs, for people
 * @param machine with the JDK of the roles, which need not be that of the lab itself
 * @param roles the environment of the roles' processes, beside that
 */
public record RunHeader(
        String options, String form, int repeats, long seed, String network, Machine machine, RoleEnvironment roles) {}
