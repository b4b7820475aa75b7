/**
 * The common parts of transports' settings: reading them from a node's configuration, and the key files that they name.
 * The wires share them; {@code dev.assent.remote} itself does not need them.
 */
@NullMarked
package dev.assent.remote.setting;

import org.jspecify.annotations.NullMarked;
