/** Pooled XA connections, database quirks and the start-up probe. */
@NullMarked
package dev.assent.resources;

import org.jspecify.annotations.NullMarked;
