package dev.assent.lab.ping;

/** Calls {@code void ping()} of another process. Thread safety: one thread. */
interface Pinger {
    /** One call; returns when its reply is here. */
    void ping() throws Exception;

    /** Before the first of many calls. */
    default void begin() throws Exception {}

    /** After the last of them, when none has failed. */
    default void end() throws Exception {}
}
