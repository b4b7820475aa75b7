package dev.assent.lab.experiment;

/** How long a run takes. */
public enum Form {
    /** All experiments in some minutes: to see that all works, and what is about how fast. */
    QUICK,
    /** With exactly the numbers of calls that were published. */
    PUBLISHED
}
