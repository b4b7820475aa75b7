package dev.assent.transport.nativewire.wire;

import dev.assent.NodeEpoch;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection, as its hello describes it, so that messages need not repeat it. Immutable.
 *
 * @param life the life of the node; null if it is not a node
 * @param address the address at which others reach it, as contexts name it; {@code SCHEME:} if it does not listen
 */
public record Party(@Nullable NodeEpoch life, String address) {}
