/** The assembly: a node's remote parts put together, and a node of them that is opened and closed as one. */
@NullMarked
package dev.assent.remote;

import org.jspecify.annotations.NullMarked;
