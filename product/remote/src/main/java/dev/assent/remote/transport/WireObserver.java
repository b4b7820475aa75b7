package dev.assent.remote.transport;

/**
 * Hears of every message that a process sends and receives, with its size on the wire. A transport without an observer
 * pays nothing for it.
 *
 * <p>It may throw anything: the message goes on, and the thread's handler of uncaught exceptions gets the exception
 * ({@link dev.assent.core.foreign.ForeignCode}).
 *
 * <p>Thread safety: called by any thread, also by those of a transport; must not block.
 */
@FunctionalInterface
public interface WireObserver {
    /**
     * A message was given to the wire, or has come.
     *
     * @param way whether it goes or comes
     * @param peer the other process: its address, or all that is known of the process that has connected
     * @param message a {@link dev.assent.remote.message.Call}, {@link dev.assent.remote.message.Result}, {@link
     *     dev.assent.remote.message.Request} or {@link dev.assent.remote.message.Response}; or a text that names a
     *     message of the wire's own, such as a handshake
     * @param bytes its size on the connection, with its frame
     */
    void passed(Way way, String peer, Object message, int bytes);

    /** Which way a message goes. */
    enum Way {
        /** From this process to another. */
        OUT,
        /** From another process to this one. */
        IN
    }
}
