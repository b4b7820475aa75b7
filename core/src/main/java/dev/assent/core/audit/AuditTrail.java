package dev.assent.core.audit;

/**
 * Takes a line for each thing that operators ask for and for what became of it: a port to an append-only
 * file, or to the simulator.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
@FunctionalInterface
public interface AuditTrail {
    /** For nodes whose log is in memory: nothing outlives them. */
    AuditTrail NONE = line -> {};

    /**
     * Adds a line, durable when the method returns.
     *
     * @param line without the end of a line
     * @throws dev.assent.core.log.LogUnavailableException when it could not be written
     */
    void add(String line);
}
