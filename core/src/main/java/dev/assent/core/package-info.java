/** One process: begin, enlist, commit protocol, decision log, recovery, timeouts, nesting. */
@NullMarked
package dev.assent.core;

import org.jspecify.annotations.NullMarked;
