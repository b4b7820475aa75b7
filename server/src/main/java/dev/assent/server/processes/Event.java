package dev.assent.server.processes;

import java.time.Instant;

/**
 * Something that happened in a process. Immutable and safe to share.
 *
 * @param micros when, since 1970-01-01T00:00Z by the machine's clock, which all processes share
 * @param name a fault point, or that of a message
 * @param participant the index of the participant; -1 when it is of the whole transaction
 * @param bytes of a message; 0 when it is none
 * @param detail of a message, the peer; else what there is to say, or nothing
 */
public record Event(long micros, String name, int participant, int bytes, String detail) {
    private static final String KIND = "event ";
    private static final int PARTS = 5;

    /** The time now. */
    static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    /** Whether a line of a process's news is an event. */
    static boolean isWord(String news) {
        return news.startsWith(KIND);
    }

    /** As a line, for {@link #parse}. */
    String word() {
        return KIND + micros + " " + name + " " + participant + " " + bytes + " " + detail;
    }

    /** The event of a {@link #word}. */
    static Event parse(String word) {
        String[] parts = word.substring(KIND.length()).split(" ", PARTS);
        return new Event(
                Long.parseLong(parts[0]), parts[1], Integer.parseInt(parts[2]), Integer.parseInt(parts[3]), parts[4]);
    }
}
