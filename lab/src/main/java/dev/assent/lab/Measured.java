package dev.assent.lab;

/** The results of a command's measurement. Immutable. */
public interface Measured {
    /**
     * The table, for people.
     *
     * @param machine where it was measured
     * @param rounds how often
     * @param seconds how long each time
     */
    String toMarkdown(Machine machine, int rounds, int seconds);

    /** Whether its promises hold; true when there are none. */
    default boolean holds() {
        return true;
    }
}
