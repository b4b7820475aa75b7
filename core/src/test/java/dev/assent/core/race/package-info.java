/** The concurrent structures of core under a model checker of interleavings: what must hold however threads take turns. */
package dev.assent.core.race;
