package dev.assent.core.audit;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.participant.ByteSink;
import dev.assent.core.time.Clock;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * An operator's act, as the log's records keep it.
 *
 * <p>Immutable and safe to share.
 *
 * @param who the operator's user name at the operating system
 * @param epochMillis when, in milliseconds since 1970-01-01T00:00Z
 * @param reason in the operator's words; empty if there is none
 */
public record Act(String who, long epochMillis, String reason) {
    /** The longest name and the longest reason, in characters. */
    public static final int TEXT_LENGTH_MAX = 500;

    /**
     * Refuses texts that are too long or have control characters, which could forge lines of the audit.
     *
     * @throws IllegalArgumentException with the allowed texts
     */
    public Act {
        check("name", who);
        check("reason", reason);
    }

    /**
     * An act of a party other than an operator, such as a superior, at the present time. The name is cut if it is too
     * long, and control characters are replaced.
     */
    public static Act of(String who, Clock clock, String reason) {
        String plain = who.replaceAll("\\p{Cntrl}", "?");
        return new Act(plain.substring(0, Math.min(plain.length(), TEXT_LENGTH_MAX)), clock.epochMillis(), reason);
    }

    private static void check(String name, String text) {
        if (text.length() > TEXT_LENGTH_MAX || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(MESSAGES.actTextRefused(name, text.length(), TEXT_LENGTH_MAX));
        }
    }

    /** Writes it in the form that {@link #read} reads. */
    public void write(ByteSink out) {
        out.putLong(epochMillis).putString(who).putString(reason);
    }

    /** Reads what {@link #write} wrote. */
    public static Act read(ByteBuffer in) {
        long epochMillis = in.getLong();
        return new Act(ByteSink.readString(in), epochMillis, ByteSink.readString(in));
    }

    /** The time in UTC, as in 2026-11-21T15:04:05.678Z. */
    public String when() {
        return Instant.ofEpochMilli(epochMillis).toString();
    }

    /** For people: name, time and reason. */
    @Override
    public String toString() {
        return "by " + who + " at " + when() + (reason.isEmpty() ? "" : ": " + reason);
    }
}
