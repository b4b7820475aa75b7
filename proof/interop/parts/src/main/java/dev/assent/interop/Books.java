package dev.assent.interop;

/**
 * The interface that the processes of a test export to each other. Over CORBA each operation takes a long and returns
 * one, so that any ORB can call and serve it without a compiler. Each is work of the caller's transaction;
 * implementations are thread-safe.
 */
public interface Books {
    /** Writes an entry; returns it. */
    int write(int entry);

    /** Writes an entry that its ledger refuses when it is asked to prepare; returns it. */
    int refuse(int entry);

    /** Takes part and writes nothing; returns its argument. */
    int look(int entry);

    /** Writes an entry by a synchronization, before completion; returns it. */
    int watch(int entry);
}
