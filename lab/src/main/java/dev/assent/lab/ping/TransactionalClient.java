package dev.assent.lab.ping;

/** One whose calls may be part of a transaction. Thread safety: as every {@link PingClient}. */
interface TransactionalClient extends PingClient {
    /** For one thread, each call a part of its transaction. */
    Pinger openInTransaction();
}
