package dev.assent.transport.soap.http;

/**
 * The limits of a listener.
 *
 * @param headerBytesMax the line and the headers of a request
 * @param bodyBytesMax its body, compressed or not
 * @param connectionsMax at once; further ones wait to be accepted
 * @param idleMillisMax how long a connection may be without a byte before it is closed
 * @param receiveMillisMax how long a request may take to arrive, from its first byte to its last
 * @param threadsMax threads that serve connections
 */
public record ListenerLimits(
        int headerBytesMax,
        int bodyBytesMax,
        int connectionsMax,
        long idleMillisMax,
        long receiveMillisMax,
        int threadsMax) {
    /** 8 KiB, 64 KiB, 4,096 connections, 30 s, 10 s, 16 threads. */
    public static final ListenerLimits DEFAULT = new ListenerLimits(8 << 10, 64 << 10, 4_096, 30_000, 10_000, 16);

    /** Refuses limits out of range. */
    public ListenerLimits {
        if (headerBytesMax < 256
                || bodyBytesMax < 1
                || connectionsMax < 1
                || idleMillisMax < 1
                || receiveMillisMax < 1) {
            throw new IllegalArgumentException("limits of " + headerBytesMax + " bytes of headers, " + bodyBytesMax
                    + " bytes of a body, " + connectionsMax + " connections, " + idleMillisMax + " ms and "
                    + receiveMillisMax + " ms are not allowed; 256 bytes of headers are, and 1 of the others");
        }
        if (threadsMax < 4) {
            throw new IllegalArgumentException("a limit of " + threadsMax + " threads is not allowed; 4 or more are");
        }
    }
}
