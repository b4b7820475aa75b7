package dev.assent.transport.nativewire.connection;

import dev.assent.core.identity.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What the certificate of the other side says. Immutable.
 *
 * @param subject its name, for people
 * @param node the node that it is of; null when it names none
 */
public record Certified(String subject, @Nullable NodeId node) {}
