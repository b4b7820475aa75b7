/** Pools of connections to databases that take part in transactions, with their configuration. */
@NullMarked
package dev.assent.resources;

import org.jspecify.annotations.NullMarked;
