package dev.assent.lab.experiment;

import java.util.List;

/**
 * An experiment that was published, to be run again: one class each, which says what was claimed, how it was measured, with
 * which parameters, and what the figures were. Immutable.
 */
public interface Experiment {
    /**
     * What options and results call it. Two papers may have experiments of the same name: then each is {@code PAPER/NAME}, and
     * options take {@code NAME} for it as long as no other one has that.
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

    /** What its servers do. */
    Class<? extends Services> services();

    /** The published figures. */
    Published published();
}
