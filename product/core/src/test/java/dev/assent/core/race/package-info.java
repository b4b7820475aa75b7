/**
 * The concurrent structures of core under a model checker of interleavings: what must hold for all turns of threads.
 */
package dev.assent.core.race;
