package dev.assent.lab.run;

import dev.assent.lab.ForkedJvm;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Form;
import dev.assent.lab.network.Hosts;
import java.util.List;

/**
 * A run as it is wanted.
 *
 * @param experiments in their order
 * @param choice of transports and databases
 * @param form how much of the published experiments is done
 * @param repeats how often all is measured, from 1
 * @param launch how the processes of roles are started
 * @param hosts where they run
 * @param seed of the order in which things are measured, another one in each repeat
 */
public record Wanted(
        List<Experiment> experiments,
        Choice choice,
        Form form,
        int repeats,
        ForkedJvm.Launch launch,
        Hosts.Wanted hosts,
        long seed) {}
