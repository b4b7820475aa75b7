/** The commands for operators: they list the transactions in doubt at a node, running or not, and act on them. */
@NullMarked
package dev.assent.server.log;

import org.jspecify.annotations.NullMarked;
