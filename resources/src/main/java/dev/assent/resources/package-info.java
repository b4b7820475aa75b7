/** Pools of connections to databases that take part in transactions, and what they are configured with. */
@NullMarked
package dev.assent.resources;

import org.jspecify.annotations.NullMarked;
