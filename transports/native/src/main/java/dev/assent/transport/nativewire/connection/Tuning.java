package dev.assent.transport.nativewire.connection;

/**
 * The bounds of connections. Immutable.
 *
 * @param frameBytesMax the largest frame that is taken, its length not counted
 * @param callsMax how many calls and questions of one connection may be without an answer
 * @param connectionsMax how many connections others may have here
 * @param partialBytesMax how many bytes of frames that have not come whole all connections may hold
 * @param stallMillisMax in which time a frame that has begun to come must go on, see {@link Partials}
 * @param connectMillisMax how long a connection, and the hellos on it, may take
 * @param quietMillisMax after how long without a sign of life, when answers are waited for, the other side is asked for
 *     one; three times as long without any, and it counts as dead
 * @param idleMillisMax after how long without use a connection is closed
 */
public record Tuning(
        int frameBytesMax,
        int callsMax,
        int connectionsMax,
        long partialBytesMax,
        long stallMillisMax,
        long connectMillisMax,
        long quietMillisMax,
        long idleMillisMax) {}
