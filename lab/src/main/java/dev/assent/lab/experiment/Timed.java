package dev.assent.lab.experiment;

/**
 * How often something was done inside of a server, and how long all times took together, since the server was opened.
 *
 * @param count how often
 * @param nanos all together
 */
public record Timed(long count, long nanos) {
    /** Not once. */
    public static final Timed NEVER = new Timed(0, 0);
}
