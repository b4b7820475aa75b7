package dev.assent.transport.soap.messaging;

import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.envelope.SoapVersion;

/**
 * A message that has come, and is understood.
 *
 * @param from the address of who has connected, for people
 * @param bytes that it takes on the connection
 */
public record Received(String from, SoapVersion version, Addressing addressing, Messages.Content content, int bytes) {}
