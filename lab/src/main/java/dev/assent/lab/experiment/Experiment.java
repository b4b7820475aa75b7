package dev.assent.lab.experiment;

import java.util.List;

/**
 * A published experiment, to be run again. Each has one class, with the claim, the method, the parameters and the
 * published figures. Immutable.
 */
public interface Experiment {
    /**
     * Its name in options and results. Two papers may have experiments of the same name: then each is {@code
     * PAPER/NAME}. Options accept {@code NAME} alone as long as only one experiment has that name.
     */
    String name();

    /** One line for people. */
    String title();

    /** The finding, in a sentence or two of our own. */
    String claim();

    /** The measured work, in a sentence or two. */
    String method();

    /** How often the work is done, and which part is timed, as published. */
    Amount amount();

    /** As much of that as shows that all works, and roughly how fast. */
    default Amount quick() {
        return amount().quick();
    }

    /** Which processes are started for it, one setup after the other. */
    List<Setup> setups(Choice choice);

    /** The subjects of a setup. */
    List<Subject> subjects(Setup setup);

    /** The work of its servers. */
    Class<? extends Services> services();

    /** The published figures. */
    Published published();
}
