package dev.assent.resources.quirk;

/** The steps of the start-up probe with a branch, in their order. */
public enum ProbeStep {
    /** Starts it, works and ends it. */
    WORK("work on"),

    /** Prepares it. */
    PREPARE("prepare"),

    /** Looks for it on the in-doubt list. */
    LIST("list"),

    /** Rolls it back. */
    ROLL_BACK("roll back");

    private final String words;

    ProbeStep(String words) {
        this.words = words;
    }

    /** For a place between "could not" and "a branch". */
    @Override
    public String toString() {
        return words;
    }
}
