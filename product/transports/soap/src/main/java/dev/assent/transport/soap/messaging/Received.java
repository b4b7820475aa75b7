package dev.assent.transport.soap.messaging;

import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.envelope.SoapVersion;
import org.jspecify.annotations.Nullable;

/**
 * A received message, after reading.
 *
 * @param from the peer's address, for display
 * @param bytes its size on the connection
 * @param certified the subject of the peer's certificate; null for none
 */
public record Received(
        String from,
        SoapVersion version,
        Addressing addressing,
        Messages.Content content,
        int bytes,
        @Nullable String certified) {
    /** A message of a peer without a certificate. */
    public Received(String from, SoapVersion version, Addressing addressing, Messages.Content content, int bytes) {
        this(from, version, addressing, content, bytes, null);
    }
}
