package dev.assent.lab.experiment;

import java.util.List;

/**
 * An experiment that was published, to be run again: one class each, which says what was claimed, how it was measured, with
 * which parameters, and what the figures were. Immutable.
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

    /** How often, and what is timed, as published. */
    Amount amount();

    /** How much of that is enough to see that all works, and what is about how fast. */
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
