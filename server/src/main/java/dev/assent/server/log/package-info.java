/** The commands for operators: what is in doubt at a node, running or not, and what to do about it. */
@NullMarked
package dev.assent.server.log;

import org.jspecify.annotations.NullMarked;
