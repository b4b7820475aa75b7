package dev.assent.core.audit;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.participant.ByteSink;
import dev.assent.core.time.Clock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * An operator's act, as records of the log keep it.
 *
 * <p>Immutable and safe to share.
 *
 * @param who the operator's name at the operating system
 * @param epochMillis when, in milliseconds since 1970-01-01T00:00Z
 * @param reason why, in the operator's words; empty when none were given
 */
public record Act(String who, long epochMillis, String reason) {
    /** The longest name and the longest reason, in characters. */
    public static final int TEXT_LENGTH_MAX = 500;

    /**
     * Refuses texts that are too long or have control characters, which could forge lines of the audit.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public Act {
        check("who", who);
        check("reason", reason);
    }

    /**
     * The act of somebody who is no operator, such as a superior, now: of a name that is too long, or has control characters,
     * what can be kept.
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

    /** Writes it so that {@link #read} gives it back. */
    public void write(ByteSink out) {
        out.putLong(epochMillis).putString(who).putString(reason);
    }

    /** Reads what {@link #write} wrote. */
    public static Act read(ByteBuffer in) {
        long epochMillis = in.getLong();
        return new Act(string(in), epochMillis, string(in));
    }

    private static String string(ByteBuffer in) {
        byte[] utf8 = new byte[in.getShort() & 0xFFFF];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** When, in UTC, as in 2026-11-21T15:04:05.678Z. */
    public String when() {
        return Instant.ofEpochMilli(epochMillis).toString();
    }

    /** For people: who, when and why. */
    @Override
    public String toString() {
        return "by " + who + " at " + when() + (reason.isEmpty() ? "" : ": " + reason);
    }
}
