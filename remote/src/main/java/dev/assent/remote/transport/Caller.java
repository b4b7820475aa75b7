package dev.assent.remote.transport;

import dev.assent.core.identity.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Who has sent a message, as far as its transport can tell for certain. Immutable.
 *
 * @param node which node; null when it is none, or nobody vouches for it
 * @param name for people: an address, or the subject of a certificate
 */
public record Caller(@Nullable NodeId node, String name) {}
