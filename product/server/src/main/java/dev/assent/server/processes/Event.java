package dev.assent.server.processes;

import java.time.Instant;

/**
 * Something that happened in a process. Immutable and safe to share.
 *
 * @param kind what it is
 * @param micros when, since 1970-01-01T00:00Z by the machine's clock, which all processes share
 * @param tookMicros how long it took; -1 if unknown, and for an instant
 * @param bytes of a message; 0 for other events
 * @param peer of a message, the address of the other side, or what it calls itself; else empty
 * @param text what it is, for people
 */
public record Event(Kind kind, long micros, long tookMicros, int bytes, String peer, String text) {
    private static final String WORD = "event\t";
    private static final int PARTS = 6;

    /** The kind of an event. */
    public enum Kind {
        /** A message was handed to the wire. */
        SENT,
        /** A message has come. */
        RECEIVED,
        /** A record of the decision log was forced. */
        FORCED,
        /** A record of the decision log was written and not forced. */
        WRITTEN,
        /** The driver of a database was called. */
        XA
    }

    /** The time now. */
    static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    /** Something that took no time. */
    static Event instant(Kind kind, int bytes, String peer, String text) {
        return new Event(kind, now(), -1, bytes, peer, text);
    }

    /** Something that began then and ends now. */
    static Event since(Kind kind, long micros, String text) {
        return new Event(kind, micros, now() - micros, 0, "", text);
    }

    /** Whether a line of a process's news is an event. */
    public static boolean isWord(String news) {
        return news.startsWith(WORD);
    }

    /** As a line, for {@link #parse}. */
    String word() {
        return WORD + kind + "\t" + micros + "\t" + tookMicros + "\t" + bytes + "\t" + peer + "\t" + text;
    }

    /** The event of a {@link #word}. */
    public static Event parse(String word) {
        String[] parts = word.substring(WORD.length()).split("\t", PARTS);
        return new Event(
                Kind.valueOf(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Integer.parseInt(parts[3]),
                parts[4],
                parts[5]);
    }
}
