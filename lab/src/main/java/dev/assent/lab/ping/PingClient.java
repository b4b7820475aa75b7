package dev.assent.lab.ping;

/** The side that calls. Thread safety: one thread, but the callers that it opens are for others. */
interface PingClient extends AutoCloseable {
    /** For one thread: with a connection of its own, where calls of one connection wait for each other. */
    Pinger open() throws Exception;

    @Override
    void close() throws Exception;
}
