package dev.assent.lab.ping;

/** The interface that nodes of Assent export and call. */
public interface Ping {
    /** Does nothing. */
    void ping();
}
