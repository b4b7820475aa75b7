package dev.assent.transport.soap.messaging;

import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.envelope.SoapVersion;
import org.jspecify.annotations.Nullable;

/**
 * A message that has come, and is understood.
 *
 * @param from the address of who has connected, for people
 * @param bytes that it takes on the connection
 * @param certified the subject of the certificate that who has connected has shown; null for none
 */
public record Received(
        String from,
        SoapVersion version,
        Addressing addressing,
        Messages.Content content,
        int bytes,
        @Nullable String certified) {
    /** Without a certificate. */
    public Received(String from, SoapVersion version, Addressing addressing, Messages.Content content, int bytes) {
        this(from, version, addressing, content, bytes, null);
    }
}
