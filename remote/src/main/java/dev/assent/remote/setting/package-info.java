/**
 * What the settings of transports have in common: how a node's configuration gives them, and the files with keys that they
 * name. The wires share it; {@code dev.assent.remote} itself does not need it.
 */
@NullMarked
package dev.assent.remote.setting;

import org.jspecify.annotations.NullMarked;
