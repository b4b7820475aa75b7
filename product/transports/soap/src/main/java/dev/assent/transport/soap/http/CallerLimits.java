package dev.assent.transport.soap.http;

/**
 * The limits and options of requests to others.
 *
 * @param headerBytesMax the headers of an answer
 * @param bodyBytesMax its body, after decompression
 * @param connectionsMax to one place at once
 * @param waitingMax requests to one place that wait for a connection; further ones are not sent
 * @param connectMillisMax how long it may take to connect
 * @param idleMillisMax how long an unused connection stays open
 * @param isHttp10 whether each request has a connection of its own, as in HTTP/1.0: for comparisons
 * @param isPacking whether to compress bodies (gzip), and to ask for compressed answers
 */
public record CallerLimits(
        int headerBytesMax,
        int bodyBytesMax,
        int connectionsMax,
        int waitingMax,
        long connectMillisMax,
        long idleMillisMax,
        boolean isHttp10,
        boolean isPacking) {
    /** 8 KiB, 64 KiB, 64 connections, 1,024 requests, 5 s, 30 s, HTTP/1.1, nothing compressed. */
    public static final CallerLimits DEFAULT =
            new CallerLimits(8 << 10, 64 << 10, 64, 1_024, 5_000, 30_000, false, false);

    /** Refuses limits out of range. */
    public CallerLimits {
        if (headerBytesMax < 256 || bodyBytesMax < 1 || connectionsMax < 1 || waitingMax < 1) {
            throw new IllegalArgumentException("limits of " + headerBytesMax + " bytes of headers, " + bodyBytesMax
                    + " bytes of a body, " + connectionsMax + " connections and " + waitingMax
                    + " requests are not allowed; 256 bytes of headers are, and 1 of the others");
        }
        if (connectMillisMax < 1 || idleMillisMax < 1) {
            throw new IllegalArgumentException("limits of " + connectMillisMax + " ms to connect and " + idleMillisMax
                    + " ms without use are not allowed; 1 or more are");
        }
    }
}
