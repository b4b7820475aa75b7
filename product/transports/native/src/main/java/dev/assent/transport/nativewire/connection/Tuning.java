package dev.assent.transport.nativewire.connection;

/**
 * The limits of connections. Immutable.
 *
 * @param frameBytesMax the largest frame that is accepted, without its length
 * @param callsMax how many calls and questions of one connection may wait for answers
 * @param connectionsMax how many connections others may have here
 * @param partialBytesMax how many bytes of incomplete frames all connections may hold
 * @param stallMillisMax the period in which an incomplete frame must make progress, see {@link Partials}
 * @param connectMillisMax how long it may take to connect and exchange the hellos
 * @param quietMillisMax if answers are expected and nothing has come for this time, the other side is asked for a sign
 *     of life; after three times as long it counts as dead
 * @param idleMillisMax how long a connection may be unused before it is closed
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
