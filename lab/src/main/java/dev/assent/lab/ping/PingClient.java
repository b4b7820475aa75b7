package dev.assent.lab.ping;

/** The side that calls. Thread safety: one thread, but what it opens is for others. */
interface PingClient extends AutoCloseable {
    /** For one thread: with a connection of its own, where calls of one connection wait for each other. */
    Pinger open() throws Exception;

    /** For one thread, each call a part of its transaction. */
    default Pinger openInTransaction() throws Exception {
        throw new UnsupportedOperationException(
                "no transaction can be in a call of " + getClass().getSimpleName());
    }

    @Override
    void close() throws Exception;
}
