package dev.assent.resources.quirk;

/** What the start-up probe does with a branch, one after the other. */
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

    /** To be read between "could not" and "a branch". */
    @Override
    public String toString() {
        return words;
    }
}
