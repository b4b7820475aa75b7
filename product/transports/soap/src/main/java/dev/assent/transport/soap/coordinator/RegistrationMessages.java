package dev.assent.transport.soap.coordinator;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The messages by which a participant has registered, so that a repetition changes nothing. Thread safety: safe to share. */
final class RegistrationMessages {
    /** How many of the last are remembered. */
    private static final int MESSAGES_MAX = 8;

    /** A message with a longer identity is not remembered. */
    private static final int MESSAGE_CHARS_MAX = 256;

    private final Deque<String> identities = new ArrayDeque<>(1);

    /**
     * Whether it has registered by this message.
     *
     * @param message its identity; null for none
     */
    synchronized boolean contains(@Nullable String message) {
        return message != null && identities.contains(message);
    }

    /** Remembers a message. */
    synchronized void add(@Nullable String message) {
        if (message != null && message.length() <= MESSAGE_CHARS_MAX) {
            identities.add(message);
            if (identities.size() > MESSAGES_MAX) {
                identities.removeFirst();
            }
        }
    }
}
