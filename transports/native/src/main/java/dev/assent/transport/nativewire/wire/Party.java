package dev.assent.transport.nativewire.wire;

import dev.assent.core.identity.NodeEpoch;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection, as its hello tells: what is so known is not repeated in every message. Immutable.
 *
 * @param life of the node; null when it is none
 * @param address where it is reached, as contexts name it; {@code SCHEME:} when it does not listen
 */
public record Party(@Nullable NodeEpoch life, String address) {}
