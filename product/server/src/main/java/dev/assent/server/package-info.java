/** The standalone coordinator and the command line: the only production assembly. */
@NullMarked
package dev.assent.server;

import org.jspecify.annotations.NullMarked;
