package dev.assent.lab;

/** What a command has measured. Immutable. */
public interface Measured {
    /**
     * The table, for people.
     *
     * @param machine where it was measured
     * @param rounds how often
     * @param seconds how long each time
     */
    String toMarkdown(Machine machine, int rounds, int seconds);

    /** Whether what is promised about it holds; yes when nothing is. */
    default boolean holds() {
        return true;
    }
}
