package dev.assent.lab.ping;

/** The side that is called; on loopback, at any free port. Thread safety: one thread. */
interface PingServer extends AutoCloseable {
    /** Where its client finds it, in one line. */
    String address();

    @Override
    void close() throws Exception;
}
