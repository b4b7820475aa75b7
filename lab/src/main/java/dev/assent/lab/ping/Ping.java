package dev.assent.lab.ping;

/** What nodes of Assent export and call. */
public interface Ping {
    /** Does nothing. */
    void ping();
}
