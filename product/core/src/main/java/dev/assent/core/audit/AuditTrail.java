package dev.assent.core.audit;

/**
 * Takes a line for each request of an operator and one for its result: a port to an append-only file, or to the
 * simulator.
 *
 * <p>Thread safety: any thread may call all methods.
 */
@FunctionalInterface
public interface AuditTrail {
    /** For nodes with a log in memory: nothing survives them. */
    AuditTrail NONE = line -> {};

    /**
     * Adds a line, durable when the method returns.
     *
     * @param line without the end of a line
     * @throws dev.assent.LogUnavailableException if it could not be written
     */
    void add(String line);
}
