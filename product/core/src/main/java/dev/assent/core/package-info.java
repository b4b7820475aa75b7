/**
 * One process: begin, enlist, commit protocol, decision log, recovery, timeouts. Internal, with all packages below;
 * programs use {@link dev.assent}.
 */
@NullMarked
package dev.assent.core;

import org.jspecify.annotations.NullMarked;
