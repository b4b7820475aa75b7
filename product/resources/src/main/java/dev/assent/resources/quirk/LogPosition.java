package dev.assent.resources.quirk;

/**
 * Which PostgreSQL server answered, and how far its write-ahead log was then. Texts are compared for equality only.
 *
 * @param system the identifier of the cluster, which its standbys share
 * @param server identifies one start of the server
 * @param timeline the timeline that the server writes
 * @param flushed the log is on disk up to here
 */
record LogPosition(String system, String server, String timeline, long flushed) {
    private static final int TIMELINE_DIGITS = 8;
    private static final int HEX = 16;
    private static final int HALF = 32;

    /**
     * From PostgreSQL's own notation.
     *
     * @param file the name of a segment of the log, which begins with the timeline
     * @param flushed two numbers in hexadecimal digits with a slash between them
     */
    static LogPosition of(String system, String server, String file, String flushed) {
        return new LogPosition(system, server, file.substring(0, TIMELINE_DIGITS), number(flushed));
    }

    /** A position in the log as a number, in the order of the log. */
    static long number(String place) {
        int slash = place.indexOf('/');
        return (Long.parseLong(place.substring(0, slash), HEX) << HALF)
                + Long.parseLong(place.substring(slash + 1), HEX);
    }
}
