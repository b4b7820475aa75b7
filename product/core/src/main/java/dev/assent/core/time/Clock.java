package dev.assent.core.time;

/**
 * The time, as a port.
 *
 * <p>Thread safety: safe to share.
 */
public interface Clock {
    /** Nanoseconds since some fixed instant; never goes back; only differences mean something. */
    long nanos();

    /** Milliseconds since 1970-01-01T00:00Z, for people and records; may jump. */
    long epochMillis();
}
