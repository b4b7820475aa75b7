/** The assembly: connects a node's remote parts, and opens and closes the whole node. */
@NullMarked
package dev.assent.remote.node;

import org.jspecify.annotations.NullMarked;
