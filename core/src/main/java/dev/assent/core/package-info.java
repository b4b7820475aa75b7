/** One process: begin, enlist, commit protocol, decision log, recovery, timeouts. */
@NullMarked
package dev.assent.core;

import org.jspecify.annotations.NullMarked;
