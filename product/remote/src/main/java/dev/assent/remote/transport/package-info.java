/** The port to a wire: transports found by scheme, peers by address. */
@NullMarked
package dev.assent.remote.transport;

import org.jspecify.annotations.NullMarked;
