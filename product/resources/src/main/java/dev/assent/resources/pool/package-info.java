/** The pool of JDBC connections: how a connection is made, taken, watched, given back and closed. Internal. */
@NullMarked
package dev.assent.resources.pool;

import org.jspecify.annotations.NullMarked;
